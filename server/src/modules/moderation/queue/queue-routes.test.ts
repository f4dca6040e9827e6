import { photoRefusals, reviewRefusals } from '@incontro/contract'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openCase } from '#modules/cases/index.ts'
import { newId } from '#platform/ids.ts'
import { staffMember } from '#test/support/console-client.ts'
import { createLocalStorage } from '#platform/storage/local.ts'
import { carryOut } from '../decisions/carry-out.ts'
import { moderationTests } from '../testing/moderation.ts'

const moderation = moderationTests()
const { idOf, deps, who, rowsOf, caseOf, decide, write, harassed } = moderation

describe('the console’s routes of the queue', () => {
  const moderator = (...roles: string[]) =>
    staffMember(moderation.server, {
      roles: (roles.length > 0 ? roles : ['moderator@brisa']) as never,
      at: moderation.now,
    })
  const path = (rest: string, brand = 'brisa') => `/admin/api/${brand}/cases/${rest}`
  const reported = async (more: object = {}) => {
    const host = 'brisa.localhost'
    const [him, her] = [
      await moderation.server.member({ host }),
      await moderation.server.member({ host, gender: 'woman' }),
    ]
    const { status } = await moderation.server.call('/api/report', {
      host,
      token: him.token,
      body: { angelId: idOf(her), reason: 'harassment', ...more },
    })
    expect(status).toBe(200)
    const [row] = await rowsOf<{ id: string }>('select id from reports where reporter_id = $1', idOf(him))
    return { him, her, reportId: row!.id, caseId: (await caseOf(row!.id)).id }
  }

  it('show a claimed case to one moderator of its brand alone, with stored script as text', async () => {
    const script = '<img src=x onerror=alert(1)>'
    const { her, caseId } = await reported({ text: script })
    const [anna, bruno] = [await moderator(), await moderator()]
    const { status, body } = await anna.call(path(`${caseId}/claim`), { body: {} })
    expect({ status, text: body.case.report.text, id: body.case.member.id }).toEqual({
      status: 200,
      text: script,
      id: idOf(her),
    })
    expect(JSON.stringify(body)).not.toMatch(/storage|@person/)
    const refused = { status: 409, body: { code: 'case_taken' } }
    expect(await bruno.call(path(`${caseId}/claim`), { body: {} })).toMatchObject(refused)
    expect(await bruno.call(path(`${caseId}/decide`), { body: { verdict: 'dismiss' } })).toMatchObject(refused)
    // Of another brand: the same answer as for a case that does not exist.
    const other = await moderator('moderator@battito')
    expect((await other.call(path(`${caseId}/claim`), { body: {} })).status).toBe(403)
    expect(await other.call(path(`${caseId}/claim`, 'battito'), { body: {} })).toMatchObject(refused)
    for (const who of [await moderator('support@brisa'), await moderator('finance@brisa')])
      expect((await who.call(path('next'), { body: {} })).status).toBe(403)
    expect(
      (await moderation.server.call(path('next'), { body: {}, token: her.token, host: 'admin.localhost' })).status,
    ).toBe(403)
    expect((await bruno.call(path(`${caseId}/release`), { body: {} })).status).toBe(200)
    expect(await bruno.call(path(`${caseId}/claim`), { body: {} })).toMatchObject(refused)
    expect((await anna.call(path(`${caseId}/release`), { body: {} })).status).toBe(200)
    expect((await bruno.call(path(`${caseId}/claim`), { body: {} })).status).toBe(200)
    expect((await bruno.call(path(`${caseId}/skip`), { body: {} })).status).toBe(200)
  })

  it('take one decision with its fields, once, and undo it for some seconds, with both in the audit', async () => {
    const { caseId, her } = await reported()
    const anna = await moderator()
    const act = (rest: string, body: object = {}) => anna.call(path(`${caseId}/${rest}`), { body })
    await act('claim')
    expect(await act('decide', { verdict: 'suspend', clause: 'harassment' })).toMatchObject({
      status: 400,
      body: { field: 'days' },
    })
    const decision = { verdict: 'suspend', clause: 'harassment', days: 7 }
    expect(await act('decide', decision)).toMatchObject({
      status: 200,
      body: { undoUntil: new Date(moderation.now.getTime() + 10_000).toISOString() },
    })
    expect((await act('decide', decision)).status).toBe(409)
    expect((await act('undo')).status).toBe(200)
    expect((await act('undo')).status).toBe(409)
    expect((await act('decide', decision)).status).toBe(200)
    await carryOut(deps(), { brandId: 'brisa', caseId })
    expect((await act('undo')).status).toBe(409)
    expect(await rowsOf('select made_by from restrictions where member_id = $1', idOf(her))).toEqual([
      { made_by: `staff:${anna.id}` },
    ])
    expect(
      await rowsOf(
        "select action from audit_entries where brand_id = 'brisa' and subject_id = $1 order by seq",
        caseId,
      ),
    ).toEqual(['case_opened', 'case_decided', 'case_undone', 'case_decided'].map((action) => ({ action })))
    const { body } = await anna.call(path('figures'))
    expect(body.decisions).toMatchObject([{ by: { kind: 'staff' }, count: 1 }])
  })

  it('come with the words of the terms, as the brand has them in each language', async () => {
    const anna = await moderator()
    const { clauses, refusals, sections } = (await anna.call(path('policy'))).body
    for (const { section } of clauses)
      for (const words of Object.values(sections[section])) expect(words).toMatch(/\p{L}{3}/u)
    expect(sections[9].en).toMatch(/^Write in your own name and with respect\. Fake profiles/)
    expect(sections[2].it).not.toMatch(/[*#]|\]\(/)
    // Each ground of a refusal has its rule there.
    const rules = clauses.map(({ key }: { key: string }) => key)
    for (const [kind, grounds] of [
      ['photo', photoRefusals],
      ['review', reviewRefusals],
    ] as const)
      for (const ground of grounds) expect(rules).toContain(refusals[kind][ground])
    expect(refusals.photo.nudity).toBe('sexual')
  })

  it('offer and take only what can be done about what a report names', async () => {
    const anna = await moderator()
    const offered = async (caseId: string): Promise<string[]> =>
      (await anna.call(path(`${caseId}/claim`), { body: {} })).body.case.verdicts
    const { caseId, her } = await reported()
    const members = ['dismiss', 'warn', 'messaging_off', 'suspend', 'remove']
    expect(await offered(caseId)).toEqual(members)
    const removing = { verdict: 'remove_content', clause: 'harassment' }
    expect(await anna.call(path(`${caseId}/decide`), { body: removing })).toMatchObject({
      status: 400,
      body: { field: 'verdict' },
    })
    const { db } = moderation.server.database
    const texts = await reported({ content: { kind: 'profile' } })
    // What is gone already can be said to be gone.
    expect(await offered(texts.caseId)).toEqual([...members, 'gone'])
    await db.updateTable('members').set({ about: 'Insulti' }).where('id', '=', idOf(texts.her)).execute()
    expect(await offered(texts.caseId)).toEqual(['dismiss', 'warn', 'remove_content', ...members.slice(2)])
    await moderation.beginErasing(her)
    expect(await offered(caseId)).toEqual(['dismiss', 'gone'])
    expect((await anna.call(path(`${caseId}/decide`), { body: { verdict: 'gone' } })).status).toBe(200)
    await carryOut(deps(), { brandId: 'brisa', caseId })
    expect(await rowsOf('select state from reports where reported_id = $1', idOf(her))).toEqual([{ state: 'gone' }])
  })

  it('never let a moderator decide about their own account as a member', async () => {
    const { caseId, her } = await reported()
    const anna = await moderator()
    await sql`update staff set email = ${her.email} where id = ${anna.id}`.execute(moderation.server.database.db)
    expect((await anna.call(path(`${caseId}/claim`), { body: {} })).status).toBe(409)
    const { body } = await anna.call(path('next'), { body: {} })
    expect(body.case?.id).not.toBe(caseId)
  })

  it('never let a moderator decide what they reported as a member, nor an appeal or a second look that follows', async () => {
    const { caseId, reportId, him, her } = await reported()
    const [anna, bruno] = [await moderator(), await moderator()]
    await sql`update staff set email = ${him.email} where id = ${anna.id}`.execute(moderation.server.database.db)
    const refused = async (subjectId: string, decision: object) => {
      const { id } = await caseOf(subjectId)
      const mayNot = [
        await anna.call(path(`${id}/claim`), { body: {} }),
        await anna.call(path(`${id}/decide`), { body: decision }),
      ]
      expect(mayNot.map(({ status, body }) => [status, body.code])).toEqual([
        [409, 'case_taken'],
        [409, 'case_taken'],
      ])
      expect((await anna.call(path('next'), { body: {} })).body.case?.id).not.toBe(id)
    }
    await refused(reportId, harassed('warn'))
    expect((await bruno.call(path(`${caseId}/claim`), { body: {} })).status).toBe(200)
    expect((await bruno.call(path(`${caseId}/decide`), { body: harassed('warn') })).status).toBe(200)
    await carryOut({ ...deps(), random: () => 0.01 }, { brandId: 'brisa', caseId })
    await refused(caseId, { verdict: 'in_order' })
    const [restriction] = await rowsOf<{ id: string }>('select id from restrictions where case_id = $1', caseId)
    const filed = await moderation.server.call(`/api/cases/${restriction?.id}/appeal`, {
      host: 'brisa.localhost',
      token: her.token,
      body: { text: 'Non è vero' },
    })
    expect(filed.status).toBe(200)
    const [appeal] = await rowsOf<{ id: string }>('select id from appeals where restriction_id = $1', restriction?.id)
    await refused(appeal?.id ?? '', { verdict: 'confirm', answer: 'No' })
  })

  it('show with an appeal what was removed: texts as they were, and a review', async () => {
    const { db } = moderation.server.database
    const { her, reportId } = await reported({ content: { kind: 'profile' } })
    const texts = { about: 'Chiamami al 333', looking_for: 'Amici' }
    await db.updateTable('members').set(texts).where('id', '=', idOf(her)).execute()
    const inBrisa = (name: string) => who(name, { brandId: 'brisa' })
    await decide(reportId, { verdict: 'remove_content', clause: 'contact_details' }, inBrisa('anna'))
    const reviewId = newId()
    await moderation.server.database.pool.query(
      `insert into reviews (id, brand_id, member_id, author_name, author_gender, author_age, stars, body, locale, state, created_at)
       values ($1, 'brisa', $2, 'Ada', 'woman', 30, 2, 'Un imbroglio di Tizio', 'it', 'pending', $3)`,
      [reviewId, idOf(her), moderation.now],
    )
    await openCase(db, {
      brandId: 'brisa',
      kind: 'review',
      subjectId: reviewId,
      memberId: idOf(her),
      at: moderation.now,
    })
    await decide(reviewId, { verdict: 'refuse', reason: 'personal_data' }, inBrisa('anna'))
    const appealed = async (contentType: string) => {
      const [restriction] = await rowsOf<{ id: string }>(
        'select id from restrictions where member_id = $1 and content_type = $2',
        idOf(her),
        contentType,
      )
      const filed = await moderation.server.call(`/api/cases/${restriction?.id}/appeal`, {
        host: 'brisa.localhost',
        token: her.token,
        body: { text: 'Rileggete' },
      })
      expect(filed.status).toBe(200)
      const [appeal] = await rowsOf<{ id: string }>('select id from appeals where restriction_id = $1', restriction?.id)
      const bruno = await moderator()
      const { id } = await caseOf(appeal!.id)
      return (await bruno.call(path(`${id}/claim`), { body: {} })).body.case
    }
    expect((await appealed('profile')).appeal.removed).toEqual([texts.about, texts.looking_for])
    expect(await appealed('review')).toMatchObject({
      appeal: { removed: [], contentType: 'review' },
      review: { stars: 2, text: 'Un imbroglio di Tizio' },
    })
  })

  it('record once who opened a case, and for both members that reported messages were read', async () => {
    const { caseId, reportId, him, her } = await reported()
    const { db } = moderation.server.database
    const conversation = newId()
    await db
      .updateTable('reports')
      .set({ conversation_id: conversation, message_ids: [newId()] })
      .where('id', '=', reportId)
      .execute()
    const anna = await moderator()
    const openings = () =>
      rowsOf<{ staff_id: string }>(
        "select staff_id from audit_entries where action = 'case_opened' and subject_id = $1 order by seq",
        caseId,
      )
    const readings = () =>
      rowsOf<{ member_id: string }>(
        'select member_id, messages from conversation_readings where report_id = $1',
        reportId,
      )
    // A file that is asked for first is an opening, too.
    expect((await anna.call(path(`${caseId}/files/photo-${newId()}`))).status).toBe(404)
    for (let n = 0; n < 3; n += 1) expect((await anna.call(path(`${caseId}/claim`), { body: {} })).status).toBe(200)
    expect(await openings()).toEqual([{ staff_id: anna.id }])
    // None of its messages is there any more.
    expect(await readings()).toEqual([])
    await anna.call(path(`${caseId}/release`), { body: {} })

    expect(await write(her, him, 'Ciao')).toMatchObject({ ok: true })
    const [message] = await rowsOf<{ id: string; conversation_id: string }>(
      'select id, conversation_id from messages where sender_id = $1',
      idOf(her),
    )
    await db
      .updateTable('reports')
      .set({ conversation_id: message!.conversation_id, message_ids: [message!.id] })
      .where('id', '=', reportId)
      .execute()
    const bruno = await moderator()
    await bruno.call(path(`${caseId}/claim`), { body: {} })
    expect((await openings()).map((one) => one.staff_id)).toEqual([anna.id, bruno.id])
    expect((await readings()).toSorted((a, b) => a.member_id.localeCompare(b.member_id))).toEqual(
      [idOf(him), idOf(her)].toSorted().map((member_id) => ({ member_id, messages: 1 })),
    )
    await bruno.call(path(`${caseId}/release`), { body: {} })
    // Offered by the queue, it is the same.
    const carla = await moderator()
    for (let except: string[] = []; ;) {
      const { body } = await carla.call(path('next'), { body: { except } })
      if (body.case.id === caseId) break
      except = [...except, body.case.id]
    }
    expect((await openings()).at(-1)).toEqual({ staff_id: carla.id })
  })

  it('hand an escalated case to owners only', async () => {
    const { caseId } = await reported()
    const [anna, bruno, owner] = [await moderator(), await moderator(), await moderator('owner@brisa')]
    await anna.call(path(`${caseId}/claim`), { body: {} })
    expect((await anna.call(path(`${caseId}/escalate`), { body: {} })).status).toBe(200)
    expect((await bruno.call(path(`${caseId}/claim`), { body: {} })).status).toBe(409)
    expect((await owner.call(path(`${caseId}/claim`), { body: {} })).body.case.escalated).toBe(true)
  })

  it('give a photo of a claimed case only, and write that down', async () => {
    const { db } = moderation.server.database
    const { her, him, caseId } = await reported()
    const key = `photos/${newId()}.jpg`
    const photoId = newId()
    await createLocalStorage(join(moderation.server.config.dataDir, 'storage')).put(key, Buffer.from('picture'))
    await db
      .insertInto('member_photos')
      .values({ member_id: idOf(her), id: photoId, storage_key: key, state: 'pending', created_at: moderation.now })
      .execute()
    const anna = await moderator()
    await anna.call(path(`${caseId}/claim`), { body: {} })
    // It is not what was reported, and others do not see it yet.
    expect((await anna.call(path(`${caseId}/files/photo-${photoId}`))).status).toBe(404)
    await db.updateTable('member_photos').set({ state: 'approved' }).where('id', '=', photoId).execute()
    const again = await moderation.server.call('/api/report', {
      host: 'brisa.localhost',
      token: him.token,
      body: { angelId: idOf(her), reason: 'photo', content: { kind: 'photo', id: photoId } },
    })
    expect(again.status).toBe(200)
    const [row] = await rowsOf<{ id: string }>('select id from reports where content_id = $1', photoId)
    const second = (await caseOf(row!.id)).id
    expect((await anna.call(path(`${second}/claim`), { body: {} })).status).toBe(200)
    expect((await anna.call(path(`${second}/files/photo-${photoId}`))).body).toEqual({
      type: 'image/jpeg',
      data: Buffer.from('picture').toString('base64'),
    })
    expect(await rowsOf("select action from audit_entries where action = 'case_file_opened'")).toHaveLength(1)
    // Deleted meanwhile: the case closes by itself.
    await anna.call(path(`${second}/release`), { body: {} })
  })
})
