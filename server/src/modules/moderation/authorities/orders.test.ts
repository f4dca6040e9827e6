import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emailQueue } from '#modules/outreach/index.ts'
import { newId } from '#platform/ids.ts'
import { exportedFiles } from '#src/tables.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { notifyOfOrder } from './notify-member.ts'

const day = 86_400_000
let now = new Date(Date.now() + 40 * day)
const clock = () => now
let server: TestServer
let owner: TestStaff
beforeAll(async () => {
  // What is sent loses its links, so the mails stay where they are.
  server = await startTestServer({ clock, jobs: false })
})
beforeEach(async () => {
  now = new Date(now.getTime() + 3_600_000)
  owner = await staffMember(server, { roles: ['owner@battito'], name: 'Olga', at: now })
})
afterAll(() => server?.close())

const reason = 'PEC del 28 novembre'
const host = 'battito.localhost'
const join = () => server.member({ host })
const idOf = (member: TestMember): string => member.session.angelId
const path = (rest = '', brand = 'battito') => `/admin/api/${brand}/authority-orders${rest}`
const order = (more: object = {}) => ({
  id: newId(),
  kind: 'act',
  authority: 'Tribunale di Roma',
  country: 'IT',
  legalGround: 'Art. 612-bis c.p.',
  reference: `R.G. ${newId()}`,
  document: 'Fascicolo 12',
  clause: 'threats',
  asks: 'Chiudere il profilo.',
  receivedAt: new Date(now.getTime() - 3_600_000).toISOString(),
  reason,
  ...more,
})
async function recorded(more: object = {}): Promise<string> {
  const body = order(more)
  expect(await owner.call(path(), { body })).toMatchObject({ status: 200 })
  return body.id
}
const open = async (id: string, by = owner) => (await by.call(path(`/${id}/open`), { body: {} })).body
const effect = (id: string, body: object, by = owner) =>
  by.call(path(`/${id}/effect`), { body: { outcome: 'given', text: 'Abbiamo chiuso il profilo.', reason, ...body } })
const step = (id: string, kind: string, more: object = {}) =>
  owner.call(path(`/${id}/steps`), {
    body: { id: newId(), kind, at: now.toISOString(), text: 'Per PEC, protocollo 7', ...more },
  })
const notify = (orderId: string) =>
  notifyOfOrder(
    { db: server.database.db, brands: server.context.brands, enqueueEmail: emailQueue(clock), clock },
    { brandId: 'battito', orderId },
  )
const mailsTo = async (member: TestMember) =>
  (
    await server.database.db
      .selectFrom('emails')
      .select(['kind', 'props'])
      .where('member_id', '=', idOf(member))
      .where('kind', 'in', ['authority-order', 'restriction', 'account-disabled'])
      .execute()
  ).map(({ kind, props }) => ({ kind, props: props as Record<string, unknown> }))

describe('an order of an authority', () => {
  it('is recorded, acknowledged, carried out and answered, each step once, in a log and in the audit', async () => {
    const member = await join()
    const id = await recorded({ about: `https://battito.example/user/${idOf(member)}` })
    expect((await step(id, 'answered')).body.code).toBe('no_effect_yet')
    expect((await step(id, 'acknowledged')).status).toBe(200)
    expect((await step(id, 'acknowledged')).body.code).toBe('step_done')
    expect((await effect(id, { restriction: { kind: 'removal' } })).status).toBe(200)
    expect((await effect(id, {})).body.code).toBe('step_done')
    expect((await step(id, 'answered')).status).toBe(200)
    expect((await step(id, 'note')).status).toBe(200)
    expect((await step(id, 'note', { text: 'Ricevuta di consegna' })).status).toBe(200)
    const view = await open(id)
    expect(view).toMatchObject({
      authority: 'Tribunale di Roma',
      country: 'IT',
      document: 'Fascicolo 12',
      outcome: 'given',
      member: { id: idOf(member), state: 'suspended' },
      recordedBy: 'Olga',
    })
    const steps = view.steps as { kind: string }[]
    expect(steps.filter(({ kind }) => kind !== 'member_notified')).toMatchObject([
      { kind: 'acknowledged', by: 'Olga' },
      { kind: 'effect', by: 'Olga', restriction: 'removal' },
      { kind: 'answered' },
      { kind: 'note' },
      { kind: 'note', text: 'Ricevuta di consegna' },
    ])
    const { entries } = (await owner.call('/admin/api/battito/audit')).body as {
      entries: { action: string; subjectId: string; reason: string | null }[]
    }
    expect(entries.filter(({ subjectId }) => subjectId === id).map(({ action }) => action)).toEqual([
      'authority_order_opened',
      ...['note', 'note', 'answered', 'effect', 'acknowledged'].map(() => 'authority_order_step'),
      'authority_order_recorded',
    ])
    expect(
      await server.database.db
        .selectFrom('restrictions')
        .select(['kind', 'ground', 'clause', 'source', 'facts'])
        .where('member_id', '=', idOf(member))
        .execute(),
    ).toEqual([
      {
        kind: 'removal',
        ground: 'illegal',
        clause: 'threats',
        source: 'authority',
        facts: 'Abbiamo chiuso il profilo.',
      },
    ])
  })

  it('is what the member is notified of, once, with a link to the appeal', async () => {
    const member = await join()
    const id = await recorded({ about: idOf(member) })
    await effect(id, { restriction: { kind: 'suspension', days: 30 } })
    await Promise.all([notify(id), notify(id)])
    const mails = await mailsTo(member)
    expect(mails).toMatchObject([
      {
        kind: 'authority-order',
        props: {
          order: 'act',
          authority: 'Tribunale di Roma',
          facts: 'Abbiamo chiuso il profilo.',
          effect: { restriction: 'suspension' },
        },
      },
    ])
    expect((await open(id)).steps.at(-1)).toMatchObject({ kind: 'member_notified', by: null })
    const token = new URL(String(mails[0]?.props['link'])).searchParams.get('token')
    const cases = await server.call(`/api/cases?token=${token}`, { host })
    expect(cases.body.restrictions).toMatchObject([{ kind: 'suspension', ground: 'illegal' }])
  })

  it('that forbids it says nothing to the member until its date: no mail, no case, no line in the export', async () => {
    const member = await join()
    const silentUntil = new Date(now.getTime() + 10 * day)
    const id = await recorded({ about: idOf(member), silentUntil: silentUntil.toISOString() })
    await effect(id, { restriction: { kind: 'messaging_off', days: 30 } })
    await notify(id)
    const cases = async () => (await server.call('/api/cases', { token: member.token, host })).body.restrictions
    const { where = '' } = exportedFiles.find(({ table }) => table === 'restrictions') ?? {}
    const exported = async () =>
      (
        await sql`select from restrictions where member_id = ${idOf(member)} and ${sql.raw(where)}`.execute(
          server.database.db,
        )
      ).rows.length
    expect([await mailsTo(member), await cases(), await exported()]).toEqual([[], [], 0])
    const { rows } = await sql<{ run_at: Date }>`
      select run_at from graphile_worker.jobs where key = ${`order of an authority ${id}`}`.execute(server.database.db)
    expect(rows).toEqual([{ run_at: silentUntil }])
    now = silentUntil
    await notify(id)
    expect(await mailsTo(member)).toMatchObject([{ kind: 'authority-order' }])
    expect(await cases()).toMatchObject([{ kind: 'messaging_off' }])
    // The export goes by the database's clock.
    await server.database.db
      .updateTable('authority_orders')
      .set({ silent_until: new Date() })
      .where('id', '=', id)
      .execute()
    expect(await exported()).toBe(1)
  })

  it('to provide information restricts no one, and its member reads what was provided', async () => {
    const member = await join()
    const id = await recorded({ kind: 'information', about: idOf(member) })
    expect((await effect(id, { restriction: { kind: 'removal' } })).body.field).toBe('restriction')
    await effect(id, { text: 'Nome, email e data di iscrizione.' })
    await notify(id)
    expect(await mailsTo(member)).toMatchObject([
      { props: { order: 'information', effect: null, facts: 'Nome, email e data di iscrizione.' } },
    ])
  })

  it('to which no effect is given is not sent to the member', async () => {
    const member = await join()
    const id = await recorded({ about: idOf(member) })
    expect((await effect(id, { outcome: 'not_given', restriction: { kind: 'removal' } })).body.field).toBe('outcome')
    await effect(id, { outcome: 'not_given' })
    await notify(id)
    expect(await mailsTo(member)).toEqual([])
  })

  it('removes a photo that it names, and brings it back on appeal as any other', async () => {
    const member = await join()
    const photoId = newId()
    await server.database.db
      .insertInto('member_photos')
      .values({ member_id: idOf(member), id: photoId, storage_key: 'photos/a.jpg', state: 'approved', created_at: now })
      .execute()
    const id = await recorded({ about: `https://battito.example/photos/${photoId}` })
    expect((await open(id)).contentType).toBe('photo')
    expect((await effect(id, { restriction: { kind: 'content_removed' } })).status).toBe(200)
    expect(
      await server.database.db.selectFrom('member_photos').select('state').where('id', '=', photoId).execute(),
    ).toEqual([{ state: 'refused' }])
  })

  it.each<[string, object, string]>([
    ['received tomorrow', { receivedAt: new Date(Date.now() + 60 * day).toISOString() }, 'receivedAt'],
    ['silent until before it came', { silentUntil: '2026-01-01T00:00:00.000Z' }, 'silentUntil'],
    ['about no one', { about: 'https://battito.example/user/0199c0de-0000-7000-8000-000000000009' }, 'about'],
    ['about no address', { about: 'Mario Rossi' }, 'about'],
  ])('that is %s is refused, and nothing is stored', async (_, more, field) => {
    const body = order(more)
    expect(await owner.call(path(), { body })).toMatchObject({ status: 400, body: { field } })
    expect((await owner.call(path(`/${body.id}/open`), { body: {} })).status).toBe(404)
  })

  it('is recorded once: a repeated request changes nothing, another with its reference is refused', async () => {
    const body = order()
    expect((await owner.call(path(), { body })).status).toBe(200)
    expect((await owner.call(path(), { body })).status).toBe(200)
    expect((await owner.call(path(), { body: { ...body, id: newId() } })).body.code).toBe('recorded_already')
    const again = { id: newId(), text: 'Chiamata al tribunale' }
    expect([(await step(body.id, 'note', again)).status, (await step(body.id, 'note', again)).status]).toEqual([
      200, 200,
    ])
    expect((await open(body.id)).steps).toHaveLength(1)
  })

  it('of two owners at once is carried out by one', async () => {
    const member = await join()
    const id = await recorded({ about: idOf(member) })
    const other = await staffMember(server, { roles: ['owner@battito'], at: now })
    const answers = await Promise.all(
      [owner, other].map((by) => effect(id, { restriction: { kind: 'messaging_off', days: 3 } }, by)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('knows no member and no order of other brands', async () => {
    const elsewhere = await server.member({ host: 'brisa.localhost' })
    expect((await owner.call(path(), { body: order({ about: idOf(elsewhere) }) })).body.field).toBe('about')
    const id = await recorded()
    const stranger = await staffMember(server, { roles: ['owner@brisa'], at: now })
    expect((await stranger.call(path(`/${id}/open`, 'brisa'), { body: {} })).status).toBe(404)
    expect((await stranger.call(path('', 'brisa'))).body.orders).toEqual([])
    const body = { outcome: 'given', text: 'x', reason }
    expect((await stranger.call(path(`/${id}/effect`, 'brisa'), { body })).status).toBe(404)
  })

  it('about their own account as a member is neither seen nor acted on by staff', async () => {
    const member = await join()
    const id = await recorded({ about: idOf(member) })
    const { db } = server.database
    await db.updateTable('staff').set({ email: member.email }).where('id', '=', owner.id).execute()
    const own = { status: 403, body: { code: 'own_account' } }
    expect(await owner.call(path(`/${id}/open`), { body: {} })).toMatchObject(own)
    expect(await effect(id, {})).toMatchObject(own)
    expect(await step(id, 'note')).toMatchObject(own)
    expect(await owner.call(path(), { body: order({ about: idOf(member) }) })).toMatchObject(own)
    const { orders } = (await owner.call(path())).body as { orders: { id: string }[] }
    expect(orders.map((one) => one.id)).not.toContain(id)
  })

  it('is listed by pages, the latest received first', async () => {
    const fresh = await staffMember(server, { roles: ['owner@brisa'], at: now })
    for (let n = 0; n < 51; n += 1) {
      const body = order({ receivedAt: new Date(now.getTime() - n * day).toISOString() })
      expect((await fresh.call(path('', 'brisa'), { body })).status).toBe(200)
    }
    const first = (await fresh.call(path('', 'brisa'))).body as {
      orders: { id: string; receivedAt: string }[]
      more: boolean
    }
    expect([first.orders.length, first.more]).toEqual([50, true])
    const last = first.orders.at(-1)!
    const second = (await fresh.call(`${path('', 'brisa')}?afterAt=${last.receivedAt}&afterId=${last.id}`)).body
    expect([second.orders.length, second.more]).toEqual([1, false])
  })
})
