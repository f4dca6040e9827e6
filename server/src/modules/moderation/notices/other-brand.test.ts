import { describe, expect, it } from 'vitest'
import { loadBrands } from '#modules/brands/index.ts'
import { jpeg, upload } from '#modules/photos/testing/pictures.ts'
import { copyOfBrands } from '#test/support/brands-folder.ts'
import { staffMember } from '#test/support/console-client.ts'
import type { TestMember } from '#test/support/test-server.ts'
import { moderationTests } from '../testing/moderation.ts'

/* Someone reports a member of another brand, which shares its members with the one where they are. */

const copy = copyOfBrands()
for (const brand of ['battito', 'vicino'])
  copy.edit(`${brand}/brand.json`, (file) => {
    file.pool = 'due'
  })
const moderation = moderationTests({ brands: loadBrands(copy.dir) })
copy.remove()
const { idOf, who, rowsOf, caseOf, decide, harassed } = moderation

const [his, hers] = ['battito.localhost', 'vicino.localhost']
const couple = async () =>
  [
    await moderation.server.member({ host: his }),
    await moderation.server.member({ host: hers, gender: 'woman' }),
  ] as const
const callAt = (host: string, member: TestMember, path: string, body?: object) =>
  moderation.server.call(path, { host, token: member.token, ...(body && { body }) })
const reportOf = async (him: TestMember, her: TestMember, more: object = {}): Promise<string> => {
  const { status } = await callAt(his, him, '/api/report', { angelId: idOf(her), reason: 'harassment', ...more })
  expect(status).toBe(200)
  const [row] = await rowsOf<{ id: string }>('select id from reports where reporter_id = $1', idOf(him))
  return row!.id
}
const anna = who('anna', { brandId: 'vicino' })
const bruno = who('bruno', { brandId: 'vicino' })
const mailsTo = (member: TestMember, kind: string) =>
  rowsOf<{ brand_id: string; link: string }>(
    "select brand_id, props ->> 'link' as link from emails where member_id = $1 and kind = $2",
    idOf(member),
    kind,
  )
const at = (brand: string) => ({ brand_id: brand, link: expect.stringContaining(`//${brand}.`) })

describe('a report about a member of another brand', () => {
  it('is decided at their brand: they read the reasons there, its author the outcome at their own', async () => {
    const [him, her] = await couple()
    const reportId = await reportOf(him, her)
    await decide(reportId, harassed('suspend', { days: 7 }), anna)
    expect(await rowsOf('select state from members where id = $1', idOf(her))).toEqual([{ state: 'suspended' }])
    expect(await mailsTo(her, 'restriction')).toEqual([at('vicino')])
    expect(await mailsTo(him, 'report-upheld')).toEqual([at('battito')])
    const [mail] = await mailsTo(her, 'restriction')
    const own = (await moderation.server.call(`/api/cases${new URL(mail!.link).search}`, { host: hers })).body
    expect(own.restrictions).toMatchObject([{ kind: 'suspension' }])
    const { reports } = (await callAt(his, him, '/api/cases')).body
    expect(reports).toMatchObject([{ id: reportId, state: 'upheld', appealUntil: expect.any(String) }])
  })

  it('is appealed against by both, each with an answer from their own brand', async () => {
    const [him, her] = await couple()
    const reportId = await reportOf(him, her)
    await decide(reportId, harassed('warn'), anna)
    const [{ id = '' } = {}] = await rowsOf<{ id: string }>(
      'select id from restrictions where member_id = $1',
      idOf(her),
    )
    expect((await callAt(hers, her, `/api/cases/${id}/appeal`, { text: 'Non è vero' })).status).toBe(200)
    expect((await callAt(his, him, `/api/cases/${reportId}/appeal`, { text: 'È troppo poco' })).status).toBe(200)
    const appeals = await rowsOf<{ id: string }>(
      'select id from appeals where member_id = any($1::uuid[]) order by filed_at',
      [idOf(him), idOf(her)],
    )
    expect(appeals).toHaveLength(2)
    for (const appeal of appeals) await decide(appeal.id, { verdict: 'confirm', answer: 'Resta così.' }, bruno)
    expect(await mailsTo(her, 'appeal-decided')).toEqual([at('vicino')])
    expect(await mailsTo(him, 'appeal-decided')).toEqual([at('battito')])
  })

  it('removes the photo that it names', async () => {
    const [him, her] = await couple()
    const photo = await upload(moderation.server, her, await jpeg(11), { host: hers })
    expect(photo.status).toBeLessThan(300)
    const [{ id = '' } = {}] = await rowsOf<{ id: string }>(
      "update member_photos set state = 'approved', decided_at = now() where member_id = $1 returning id",
      idOf(her),
    )
    const reportId = await reportOf(him, her, { content: { kind: 'photo', id } })
    await decide(reportId, { verdict: 'remove_content', clause: 'sexual' }, anna)
    expect(await rowsOf('select state from member_photos where id = $1', id)).toEqual([{ state: 'refused' }])
    expect(await caseOf(reportId)).toMatchObject({ verdict: 'remove_content' })
  })

  it('is seen by the staff of their brand, but not by who made it, and by those of its author without the other', async () => {
    const [him, her] = await couple()
    const { db } = moderation.server.database
    expect(
      (
        await callAt(his, him, '/api/events', {
          event: 'chat',
          payload: {
            msg: 'Ciao',
            trackerId: him.session.clickid,
            angelId: idOf(her),
            clientMessageId: crypto.randomUUID(),
            icebreaker: false,
            blurredMessage: true,
          },
        })
      ).body,
    ).toMatchObject({ ok: true })
    const [message] = await rowsOf<{ id: string }>('select id from messages where sender_id = $1', idOf(him))
    const reportId = await reportOf(him, her, { messageIds: [message!.id] })
    const { id } = await caseOf(reportId)
    const staff = (role: string) => staffMember(moderation.server, { roles: [role] as never, at: moderation.now })
    const [theirs, his1] = [await staff('moderator@vicino'), await staff('moderator@battito')]
    const self = await staff('moderator@vicino')
    const claim = (by: typeof theirs, brand: string) => by.call(`/admin/api/${brand}/cases/${id}/claim`, { body: {} })
    expect((await claim(his1, 'vicino')).status).toBe(403)
    expect((await claim(his1, 'battito')).body.code).toBe('case_taken')
    await db.updateTable('staff').set({ email: him.email }).where('id', '=', self.id).execute()
    expect((await claim(self, 'vicino')).body.code).toBe('case_taken')
    expect((await claim(theirs, 'vicino')).status).toBe(200)
    const open = async (by: typeof theirs, brand: string, member: TestMember) =>
      (await by.call(`/admin/api/${brand}/members/${idOf(member)}/open`, { body: { reason: 'Ticket 12' } })).body
    expect((await open(theirs, 'vicino', her)).reportsAbout).toMatchObject([
      { id: reportId, otherId: null, messages: 1 },
    ])
    expect((await open(his1, 'battito', him)).reportsBy).toMatchObject([{ id: reportId, otherId: null, messages: 0 }])
    const restrict = (by: typeof theirs) =>
      by.call(`/admin/api/vicino/members/${idOf(her)}/restrict`, {
        body: { kind: 'warning', clause: 'harassment', facts: 'Insulti', reason: 'Ticket 12' },
      })
    expect(await restrict(self)).toMatchObject({ status: 403, body: { code: 'own_report' } })
    const read = (by: typeof theirs, brand: string, member: TestMember) =>
      by.call(`/admin/api/${brand}/members/${idOf(member)}/reports/${reportId}/messages`, {
        body: { reason: 'Ticket 12' },
      })
    expect((await read(theirs, 'vicino', her)).body).toMatchObject([{ isReported: true }])
    expect((await read(self, 'vicino', her)).body.code).toBe('own_account')
    expect((await read(his1, 'battito', him)).status).toBe(404)
  })
})

describe('a notice of who has no account, about a member of another brand that is shown here', () => {
  let count = 0
  const send = async (place: string, host = his) => {
    const email = `notifies${(count += 1)}@person.example.com`
    const body = { place, reason: 'harassment', text: 'Mi insulta', name: 'Ada Neri', email, goodFaith: true }
    expect((await moderation.server.call('/api/notice', { host, body })).status).toBe(200)
    const [row] = await rowsOf<{ id: string; brand_id: string; reported_id: string | null }>(
      "select id, brand_id, reported_id from reports where channel = 'public' order by created_at desc, id desc limit 1",
    )
    return { email, ...row! }
  }
  const linkTo = async (email: string, words: string) => {
    const mail = await moderation.server.mailTo(email, words)
    const link = mail.links.find((one) => one.includes('/cases?notice='))
    return new URL(link ?? 'about:blank')
  }

  it('is a case of their brand, while its author hears the outcome from the one to which they sent it', async () => {
    const [, her] = await couple()
    const { id, email, ...about } = await send(`http://${his}/user/${idOf(her)}`)
    expect(about).toEqual({ brand_id: 'vicino', reported_id: idOf(her) })
    await decide(id, harassed('warn'), anna)
    const link = await linkTo(email, 'finita')
    expect(link.hostname).toBe(his)
    expect(await rowsOf('select distinct brand_id from emails where to_address = $1', email)).toEqual([
      { brand_id: 'battito' },
    ])
    const read = (host: string) => moderation.server.call(`/api/cases${link.search}`, { host })
    expect((await read(his)).body.reports).toMatchObject([{ id, state: 'upheld' }])
    // The link is of no use at a brand that shares no members.
    expect((await read('brisa.localhost')).status).toBe(401)

    const notice = link.searchParams.get('notice')
    const appeal = { text: 'È troppo poco', notice }
    expect((await moderation.server.call(`/api/cases/${id}/appeal`, { host: his, body: appeal })).status).toBe(200)
    const [filed] = await rowsOf<{ id: string; brand_id: string }>(
      'select id, brand_id from appeals where report_id = $1',
      id,
    )
    expect(filed?.brand_id).toBe('vicino')
    await decide(filed!.id, { verdict: 'confirm', answer: 'Resta così.' }, bruno)
    expect((await linkTo(email, 'ricorso')).hostname).toBe(his)
  })

  it('counts as baseless where it is decided', async () => {
    const [, her] = await couple()
    const { id, email } = await send(`http://${his}/user/${idOf(her)}`)
    await decide(id, { verdict: 'dismiss', unfounded: true }, anna)
    // As if it had been the fifth: at that brand nothing of theirs is taken any more, by either form.
    await rowsOf(
      `insert into reports (id, brand_id, reported_id, reason, message_ids, channel, claims_illegal, notifier, notifier_hash,
         notifier_locale, site_origin, created_at, state, decided_at, decided_by, decision, unfounded)
       select gen_random_uuid(), brand_id, reported_id, reason, '{}', channel, false, notifier, notifier_hash, notifier_locale,
         site_origin, created_at, state, decided_at, decided_by, decision, true
       from reports, generate_series(1, 4) where id = $1`,
      id,
    )
    const again = (host: string) =>
      moderation.server.call('/api/notice', {
        host,
        body: {
          place: `http://${host}/user/${idOf(her)}`,
          reason: 'harassment',
          text: 'Mi insulta',
          name: 'Ada Neri',
          email,
          goodFaith: true,
        },
      })
    expect((await again(his)).body.code).toBe('reports_suspended')
    expect((await again(hers)).body.code).toBe('reports_suspended')
  })

  it('finds no member of a brand that shares none', async () => {
    const elsewhere = await moderation.server.member({ host: 'brisa.localhost' })
    expect(await send(`http://${his}/user/${idOf(elsewhere)}`)).toMatchObject({
      brand_id: 'battito',
      reported_id: null,
    })
  })
})
