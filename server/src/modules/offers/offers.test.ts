import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Breakable } from '#test/support/brands-folder.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { offerDesk, plansOf, reason } from './testing/desk.ts'

let server: TestServer
let author: TestStaff
let second: TestStaff
let owner: TestStaff
let desk: ReturnType<typeof offerDesk>
let now = new Date()
const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))
beforeAll(async () => {
  server = await startTestServer({ jobs: false, clock: () => now })
  await signIn()
})
/** Sessions and second factors last as long as the clock says. */
async function signIn(): Promise<void> {
  const at = now
  author = await staffMember(server, { roles: ['marketing@battito', 'marketing@brisa'], name: 'Ada', at })
  second = await staffMember(server, { roles: ['marketing@battito'], name: 'Grace', at })
  owner = await staffMember(server, { roles: ['owner@battito', 'owner@brisa'], name: 'Olga', at })
  desk = offerDesk(author, second)
}
afterAll(() => server?.close())

const flow = 'flow/7'
const priced = (total: number) => (file: { plans: { product_id: string; prezzo: number; prezzo_totale: number }[] }) =>
  Object.assign(file.plans.find(({ product_id: id }) => id === 'plan-1m') ?? {}, {
    prezzo: total,
    prezzo_totale: total,
  })
const shownPrice = async () => (await plansOf(server)).get('plan-1m')?.prezzo_totale
const audited = async (): Promise<string[]> =>
  (await owner.call('/admin/api/battito/audit')).body.entries.map(
    ({ action, by }: { action: string; by: string }) => `${action} ${by}`,
  )

describe('a flow', () => {
  it('counts as in its file until a version is published by two people, and again once it is rolled back', async () => {
    expect(await shownPrice()).toBe('24.90')
    expect(await desk.read(flow)).toMatchObject({ live: null, draft: null, versions: [], currencies: ['EUR'] })

    // A draft with a fault is kept, and says where it is.
    const faulty = await desk.edit(flow, (file) => (file.plans[0].prezzo = 1), { note: 'Spring' })
    expect(faulty.body.faults).toEqual([{ path: ['plans', '0', 'prezzo'], reason: 'is not 490 shared by 20' }])
    expect((await desk.submit(flow)).body).toMatchObject({ code: 'offer_faulty', field: 'plans.0.prezzo' })
    await desk.edit(flow, (file) => (file.plans[0].prezzo = 25))
    expect((await desk.submit(flow)).body.code).toBe('unchanged')

    await desk.edit(flow, priced(1990))
    expect((await author.call(desk.at(flow, '/diff'))).body.changes).toEqual([
      { path: ['plans', 'plan-1m', 'prezzo'], before: '2490', after: '1990' },
      { path: ['plans', 'plan-1m', 'prezzo_totale'], before: '2490', after: '1990' },
    ])
    expect((await desk.decide(flow)).body.code).toBe('offer_over')
    expect((await desk.submit(flow)).status).toBe(200)
    expect((await desk.publish(flow)).body.code).toBe('offer_over')
    expect((await desk.decide(flow, { by: author })).body.code).toBe('own_offer')
    expect((await desk.decide(flow)).status).toBe(200)

    // An edit takes the approval away: exactly what was read is published.
    const read = await desk.digestOf(flow)
    await desk.edit(flow, priced(1890))
    expect(await desk.read(flow)).toMatchObject({ draft: { state: 'draft', approvedBy: null } })
    expect((await desk.publish(flow)).body.code).toBe('offer_over')
    await desk.submit(flow)
    expect((await desk.decide(flow, { digest: read ?? '' })).body.code).toBe('offer_changed')
    expect((await desk.decide(flow)).status).toBe(200)
    expect((await desk.publish(flow, { digest: read ?? '' })).body.code).toBe('offer_changed')
    expect(await shownPrice()).toBe('24.90')

    later(1)
    expect((await desk.publish(flow)).status).toBe(200)
    expect(await shownPrice()).toBe('18.90')
    expect(await desk.read(flow)).toMatchObject({
      draft: null,
      live: { version: 1, publishedBy: 'Ada' },
      versions: [{ version: 1, state: 'live', madeBy: 'Ada', approvedBy: 'Grace' }],
      rollBackTo: null,
    })
    expect((await desk.publish(flow, { digest: '0'.repeat(64) })).status).toBe(404)

    // The second version, and back to the first, and to the second again.
    later(1)
    await desk.goLive(flow, priced(1790))
    expect(await shownPrice()).toBe('17.90')
    later(1)
    expect((await desk.rollBack(flow)).status).toBe(200)
    expect(await shownPrice()).toBe('18.90')
    expect((await author.call(desk.at(flow, '/roll-back'), { body: { version: 2, reason } })).body.code).toBe(
      'offer_over',
    )
    later(1)
    expect(await desk.read(flow)).toMatchObject({ live: { version: 1 }, rollBackTo: 2 })
    expect((await desk.rollBack(flow)).status).toBe(200)
    expect(await shownPrice()).toBe('17.90')

    expect((await audited()).slice(0, 3)).toEqual([
      'offer_rolled_back Ada',
      'offer_rolled_back Ada',
      'offer_published Ada',
    ])
    const prices = await server.database.db
      .selectFrom('plan_prices')
      .select('total_minor')
      .where('brand_id', '=', 'battito')
      .where('flow_id', '=', '7')
      .where('plan_id', '=', 'plan-1m')
      .orderBy('from_at')
      .execute()
    expect(prices.map(({ total_minor: total }) => total)).toEqual([2490, 1890, 1790, 1890, 1790])
    // Nothing of another brand.
    expect((await plansOf(server, 'brisa.localhost')).get('plan-1m')?.prezzo_totale).toBe('24.90')
  })

  it('of two edits at once only the first is taken, and the second reads whose it was', async () => {
    const digest = await desk.digestOf(flow)
    expect((await desk.edit(flow, priced(1690), { by: second, digest })).status).toBe(200)
    const { status, body } = await desk.edit(flow, priced(1590), { digest })
    expect([status, body.code]).toEqual([409, 'offer_changed'])
    expect(body.message).toContain('Grace changed the draft')
    expect(JSON.parse((await desk.read(flow)).draft.content)).toMatchObject({ fluxId: '7' })
    expect((await author.call(desk.at(flow, '/draft'), { method: 'DELETE' })).status).toBe(200)
    expect((await desk.read(flow)).draft).toBeNull()
  })

  it('is given back with the reason, and taken back by who wrote it', async () => {
    await desk.edit(flow, priced(1690))
    await desk.submit(flow)
    expect((await author.call(desk.at(flow, '/draft'), { method: 'DELETE' })).body.code).toBe('offer_over')
    expect((await desk.decide(flow, { approve: false })).status).toBe(200)
    expect((await desk.read(flow)).draft).toMatchObject({ state: 'draft', answer: reason })
    await desk.submit(flow)
    await desk.decide(flow)
    expect((await author.call(desk.at(flow, '/withdraw'), { body: { reason } })).status).toBe(200)
    expect((await desk.read(flow)).draft).toMatchObject({ state: 'draft', approvedBy: null })
    await author.call(desk.at(flow, '/draft'), { method: 'DELETE' })
  })

  it('is published at its time, if who approved and planned it still may', async () => {
    const run = () => server.context.jobs.handlers['offers-publish']?.({}, { attempt: 1, last: false })
    const [third, fourth] = [
      await staffMember(server, { roles: ['marketing@battito'], name: 'Tess', at: now }),
      await staffMember(server, { roles: ['owner@battito'], name: 'Fay', at: now }),
    ]
    await desk.edit(flow, priced(1490))
    await desk.submit(flow)
    await desk.decide(flow, { by: third })
    for (const minutes of [-1, 400 * 24 * 60])
      expect(
        (await desk.publish(flow, { when: new Date(now.getTime() + minutes * 60_000).toISOString() })).body.code,
      ).toBe('offer_time')
    const when = new Date(now.getTime() + 2 * 60_000).toISOString()
    expect((await desk.publish(flow, { by: fourth, when })).status).toBe(200)
    expect((await desk.read(flow)).draft).toMatchObject({ state: 'approved', publishAt: when })
    await run()
    expect(await shownPrice()).toBe('17.90')

    // The approver has left meanwhile.
    const { db } = server.database
    await db.deleteFrom('staff_roles').where('staff_id', '=', third.id).execute()
    later(3)
    await run()
    expect(await shownPrice()).toBe('17.90')
    expect((await desk.read(flow)).draft).toMatchObject({
      state: 'draft',
      publishAt: null,
      answer: 'Who approved or planned it may not do so any more',
    })
    expect((await audited())[0]).toMatch(/^offer_not_published/)

    await desk.submit(flow)
    await desk.decide(flow)
    const again = new Date(now.getTime() + 60_000).toISOString()
    expect((await desk.publish(flow, { by: fourth, when: again })).status).toBe(200)
    later(2)
    await run()
    expect(await shownPrice()).toBe('14.90')
    expect((await desk.read(flow)).live).toMatchObject({ publishedBy: 'Fay' })
  })

  it('says whom it concerns: members, running terms, and the lowest price of 30 days', async () => {
    const { db } = server.database
    const member = await server.member({ host: 'battito.localhost', form: { fluxId: '7' } })
    await db
      .insertInto('subscriptions')
      .values({
        id: member.session.angelId,
        brand_id: 'battito',
        member_id: member.session.angelId,
        plan_id: 'plan-1m',
        plan: '{}',
        flow_id: '7',
        flow_version: '1',
        state: 'active',
        renews: true,
        started_at: now,
        period_start: now,
        period_end: new Date(now.getTime() + 30 * 86_400_000),
        anchored_at: now,
      })
      .execute()
    await desk.edit(flow, (file) => {
      file.plans = file.plans.filter(({ product_id: id }: { product_id: string }) => id !== 'plan-1m')
      for (const list of Object.values<string[]>(file.rateplan[0])) {
        const at = list.indexOf('plan-1m')
        if (at >= 0) list.splice(at, 1)
      }
    })
    const { body } = await author.call(desk.at(flow, '/affected'))
    expect(body.terms).toEqual([{ plan: 'plan-1m', count: 1, isSold: false }])
    expect(body.members).toBeGreaterThan(0)
    expect(body.prices).toEqual([
      { plan: 'plan-1m', currency: 'EUR', beforeMinor: 1490, afterMinor: null, lowestMinor: 1490, isShown: false },
    ])
    await author.call(desk.at(flow, '/draft'), { method: 'DELETE' })
    await db.deleteFrom('subscriptions').where('id', '=', member.session.angelId).execute()

    // Sold for 30 days at this price: a lower one shows it, in the preview as for members.
    later(31 * 24 * 60)
    await signIn()
    await desk.edit(flow, priced(1390))
    expect((await author.call(desk.at(flow, '/affected'))).body.prices).toEqual([
      { plan: 'plan-1m', currency: 'EUR', beforeMinor: 1490, afterMinor: 1390, lowestMinor: 1490, isShown: true },
    ])
    const preview = (await author.call(desk.at(flow, '/preview/en'))).body
    const free = preview.lists.find(({ buyer }: { buyer: string }) => buyer === 'free')
    expect(free.plans.find(({ id }: { id: string }) => id === 'plan-1m')).toMatchObject({
      totalPrice: '13.90',
      oldPrice: '14.90',
    })
    await desk.submit(flow)
    await desk.decide(flow)
    await desk.publish(flow)
    expect((await plansOf(server)).get('plan-1m')).toMatchObject({ prezzo_totale: '13.90', vecchioPrezzo: '14.90' })
  })

  it('is previewed without a trace', async () => {
    const counts = async () =>
      (
        await server.database.pool.query(
          'select (select count(*) from emails) as mails, (select count(*) from payment_attempts) as orders, (select count(*) from outbox) as events',
        )
      ).rows
    const before = await counts()
    const { status, body } = await author.call(desk.at(flow, '/preview/it'))
    expect(status).toBe(200)
    expect(body.lists.map(({ buyer }: { buyer: string }) => buyer)).toEqual(['free', 'level', 'compliant'])
    expect(await counts()).toEqual(before)
  })

  it.each<[string, (file: Breakable) => void, string, string]>([
    ['below one euro', priced(99), 'prezzo_totale', 'below 1 EUR'],
    ['for nothing', priced(0), 'prezzo_totale', 'must be charged'],
    [
      'in a currency of other brands',
      (file) => (file.plans[0].prezzi = { GBP: { prezzo: 25, prezzo_totale: 490 } }),
      'prezzi.GBP',
      'does not sell in GBP',
    ],
    [
      'with an old price of its own',
      (file) => (file.plans[0].vecchioPrezzo = 9900),
      'vecchioPrezzo',
      'kept history of prices',
    ],
  ])('is refused with a price %s', async (_, change, field, words) => {
    const { body } = await desk.edit(flow, change)
    expect(body.faults[0]).toMatchObject({ reason: expect.stringContaining(words) })
    expect(body.faults[0].path.join('.')).toMatch(new RegExp(`${field.replace('.', '\\.')}$`))
    expect((await desk.submit(flow)).body.code).toBe('offer_faulty')
    await author.call(desk.at(flow, '/draft'), { method: 'DELETE' })
  })

  it.each<[string, (file: Record<string, unknown>) => void, string]>([
    ['another id', (file) => (file['fluxId'] = '0000'), 'fluxId'],
    ['messages that cost more than when they were bought', (file) => (file['valoreMessaggio'] = 20), 'valoreMessaggio'],
    ['photos that cost more', (file) => (file['messaggi_foto'] = 9), 'messaggi_foto'],
    ['a key of its own', (file) => (file['admin'] = true), 'admin'],
  ])('is refused with %s', async (_, change, path) => {
    const { body } = await desk.edit(flow, change)
    expect(body.faults.map((one: { path: string[] }) => one.path.join('.'))).toContain(path)
    await author.call(desk.at(flow, '/draft'), { method: 'DELETE' })
  })

  it.each([
    ['no JSON', 'plans: []'],
    ['a list', '[]'],
    ['a character that cannot be stored', String.raw`{"vertical":"a\u0000b"}`],
    ['nested without end', `{"a":${'['.repeat(50)}${']'.repeat(50)}}`],
  ])('is refused as %s', async (_, content) => {
    const { status, body } = await desk.write(flow, content)
    expect([status, body.code]).toEqual([400, 'offer_unreadable'])
  })

  it('is not published where its row differs from what was approved', async () => {
    await desk.edit(flow, priced(1290))
    await desk.submit(flow)
    await desk.decide(flow)
    const { db } = server.database
    await expect(
      db
        .updateTable('config_versions')
        .set({ made_by: `staff:${second.id}` })
        .where('state', '=', 'approved')
        .execute(),
    ).rejects.toThrow('config_versions_second_person')
    await db
      .updateTable('config_versions')
      .set((eb) => ({ content: eb.fn('jsonb_set', ['content', eb.val('{regalo}'), eb.val('99')]) as never }))
      .where('state', '=', 'approved')
      .execute()
    expect((await desk.publish(flow)).body.code).toBe('offer_changed')
    expect(await shownPrice()).toBe('13.90')
    await author.call(desk.at(flow, '/withdraw'), { body: { reason } })
    await author.call(desk.at(flow, '/draft'), { method: 'DELETE' })
  })

  it('is published by who has shown the second factor, and by no one without the role', async () => {
    const stale = await staffMember(server, { roles: ['owner@battito'], state: 'stale', at: now })
    const support = await staffMember(server, { roles: ['support@battito'], at: now })
    expect((await desk.publish(flow, { by: stale, digest: '0'.repeat(64) })).body.code).toBe('proof_needed')
    expect((await desk.rollBack(flow, stale)).body.code).toBe('proof_needed')
    expect((await support.call(desk.at(flow))).status).toBe(403)
    for (const id of ['flow/nothing', 'legal/it-nothing', 'legal/xx-terms', 'answers/other'])
      expect([id, (await author.call(desk.at(id))).status]).toEqual([id, 404])
  })

  it('is a file for `brands/` to download, and that file is a draft again', async () => {
    const file = await author.call(desk.at(flow, '/file'))
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="7.json"')
    const { content } = await desk.read(flow)
    expect(Object.keys(JSON.parse(content)).slice(0, 3)).toEqual(['fluxId', 'vertical', 'optin'])
    expect((await desk.write(flow, content)).body.faults).toEqual([])
    expect((await author.call(desk.at(flow, '/diff'))).body.changes).toEqual([])
    await author.call(desk.at(flow, '/draft'), { method: 'DELETE' })
    expect(await audited()).toContainEqual(expect.stringMatching(/^offer_exported Ada/))
  })
})
