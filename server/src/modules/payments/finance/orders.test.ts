import { orderNumberOf } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

const now = new Date('2030-03-10T12:00:00Z')
let server: TestServer
let finance: TestStaff
let owner: TestStaff
let member: TestMember
beforeAll(async () => {
  server = await startTestServer({ jobs: false, clock: () => now })
  finance = await staffMember(server, { roles: ['finance@battito'], name: 'Ada', at: now })
  owner = await staffMember(server, { roles: ['owner@battito', 'owner@brisa'], name: 'Grace', at: now })
})
afterAll(() => server?.close())
beforeEach(async () => {
  member = await server.member({ host: 'battito.localhost' })
})

const orders = '/admin/api/battito/orders'
const days = (count: number) => new Date(now.getTime() - count * 86_400_000)
interface Wish {
  readonly brand?: string
  readonly who?: TestMember
  readonly at?: Date
  readonly state?: string
  readonly provider?: string
  readonly connection?: string
  readonly ref?: string | null
  readonly flagged?: string
  readonly further?: readonly string[]
}
async function ordered(wish: Wish = {}): Promise<string> {
  const id = randomUUID()
  const { brand = 'battito', who = member, at = now, state = 'captured', provider = 'mollie' } = wish
  await server.database.db
    .insertInto('payment_attempts')
    .values({
      id,
      brand_id: brand,
      member_id: who.session.angelId,
      order_key: randomUUID(),
      provider,
      connection: wish.connection ?? provider,
      provider_ref: wish.ref === undefined ? `tr_${id}` : wish.ref,
      flow_id: '7',
      flow_version: '1',
      plan_id: 'month',
      plan: '{}',
      amount_minor: 4990,
      currency: 'EUR',
      state,
      created_at: at,
      updated_at: at,
      ...(wish.flagged !== undefined && { flagged: wish.flagged, flagged_at: at }),
      further_flags: JSON.stringify(wish.further?.map((reason) => ({ reason, at: now.toISOString() })) ?? []),
    })
    .execute()
  return id
}
const list = async (query = '', by = finance) => (await by.call(`${orders}?${query}`)).body
const ids = (reply: { orders: { id: string }[] }): string[] => reply.orders.map(({ id }) => id)
const open = (id: string, by = finance, brand = 'battito') =>
  by.call(`/admin/api/${brand}/orders/${id}/open`, { body: { reason: 'Ticket 12' } })
const resolve = (id: string, flagged: string | null, { by = finance, brand = 'battito' } = {}) =>
  by.call(`/admin/api/${brand}/orders/${id}/resolve`, { body: { flagged, reason: 'Seen at the bank' } })
const refund = (id: string, amountMinor: number, by = finance) =>
  by.call(`/admin/api/battito/members/${member.session.angelId}/orders/${id}/refund`, {
    body: { id: randomUUID(), amountMinor, reason: 'Ticket 12' },
  })
const waiting = async (by = finance, brand = 'battito') => (await by.call(`/admin/api/${brand}/money/waiting`)).body

describe('the list', () => {
  it('is of the last 31 days of the company’s calendar, newest first, unless days are named', async () => {
    const today = await ordered()
    const before = await ordered({ at: days(30) })
    const older = await ordered({ at: days(32) })
    const usual = ids(await list())
    expect(usual.filter((id) => [today, before, older].includes(id))).toEqual([today, before])
    const dayOf = (at: Date) => at.toISOString().slice(0, 10)
    expect(ids(await list(`from=${dayOf(days(32))}&to=${dayOf(days(32))}`))).toEqual([older])
    // A quarter of an hour before midnight in Rome is the day before there.
    const late = await ordered({ at: new Date('2030-01-15T23:15:00Z') })
    expect(ids(await list('from=2030-01-16&to=2030-01-16'))).toEqual([late])
    expect(ids(await list('from=2030-01-15&to=2030-01-15'))).toEqual([])
  })

  it('is narrowed by state, provider and country', async () => {
    const spanish = await server.member({ host: 'battito.localhost' })
    await server.database.db
      .updateTable('members')
      .set({ country: 'ES' })
      .where('id', '=', spanish.session.angelId)
      .execute()
    const at = days(100)
    const all = {
      plain: await ordered({ at }),
      declined: await ordered({ at, state: 'declined' }),
      stripe: await ordered({ at, provider: 'stripe' }),
      spain: await ordered({ at, who: spanish }),
    }
    const ofDay = `from=${at.toISOString().slice(0, 10)}&to=${at.toISOString().slice(0, 10)}`
    expect(ids(await list(ofDay)).toSorted()).toEqual(Object.values(all).toSorted())
    expect(ids(await list(`${ofDay}&state=declined`))).toEqual([all.declined])
    expect(ids(await list(`${ofDay}&provider=stripe`))).toEqual([all.stripe])
    expect(ids(await list(`${ofDay}&country=ES`))).toEqual([all.spain])
    expect((await finance.call(`${orders}?state=paid`)).status).toBe(400)
    expect((await finance.call(`${orders}?from=2030-02-30`)).status).toBe(400)
  })

  it('goes on behind the last one of a page, none twice or left out, also of one moment', async () => {
    const at = days(200)
    const made = await Promise.all(Array.from({ length: 53 }, () => ordered({ at })))
    const ofDay = `from=${at.toISOString().slice(0, 10)}&to=${at.toISOString().slice(0, 10)}`
    const first = await list(ofDay)
    const last = first.orders.at(-1)
    const second = await list(`${ofDay}&afterAt=${last.at}&afterId=${last.id}`)
    expect([first.more, second.more, first.orders.length]).toEqual([true, false, 50])
    expect([...ids(first), ...ids(second)].toSorted()).toEqual(made.toSorted())
  })

  it('finds by the number of an order and by the provider’s reference, of any day, never of another brand', async () => {
    const elsewhere = await server.member({ host: 'brisa.localhost' })
    const id = await ordered({ at: days(300), ref: 'tr_one', connection: 'mollie:battito' })
    const other = await ordered({ brand: 'brisa', who: elsewhere, ref: 'tr_other' })
    await server.database.db
      .insertInto('refunds')
      .values({
        id: randomUUID(),
        brand_id: 'battito',
        member_id: member.session.angelId,
        attempt_id: id,
        reason: 'back_office',
        amount_minor: 100,
        currency: 'EUR',
        credits: 0,
        state: 'refunded',
        provider_ref: 're_one',
        created_at: now,
        updated_at: now,
      })
      .execute()
    for (const search of [
      id,
      orderNumberOf(id),
      orderNumberOf(id).toLowerCase().replace('-', ' '),
      ' tr_one ',
      're_one',
    ])
      expect([search, ids(await list(`search=${encodeURIComponent(search)}`))]).toEqual([search, [id]])
    for (const search of [other, orderNumberOf(other), 'tr_other', 'tr_on', '%', "' or 1=1 --"])
      expect([search, ids(await list(`search=${encodeURIComponent(search)}`))]).toEqual([search, []])
    expect(ids(await list())).not.toContain(other)
  })
})

describe('an order', () => {
  it('has everything that happened to it, in order of time, and its opening is in the audit', async () => {
    const id = await ordered({ at: days(3) })
    const { db } = server.database
    const step = { attempt_id: id, created_at: days(3), from_state: 'submitting', to_state: 'captured' }
    await db
      .insertInto('payment_transitions')
      .values({ ...step, n: 1, cause: 'answer' })
      .execute()
    await db
      .insertInto('disputes')
      .values({
        attempt_id: id,
        brand_id: 'battito',
        member_id: member.session.angelId,
        state: 'won',
        credits: 0,
        unused_ms: '0',
        used_minor: 0,
        currency: 'EUR',
        opened_at: days(2),
        updated_at: days(1),
      })
      .execute()
    await db
      .insertInto('invoices')
      .values({
        company: 'IT-orders-test',
        year: 2030,
        kind: 'invoice',
        number: 12,
        brand_id: 'battito',
        member_id: member.session.angelId,
        attempt_id: id,
        refund_id: null,
        country: 'IT',
        vat_per_mille: 220,
        total_minor: 4990,
        vat_minor: 900,
        currency: 'EUR',
        seller: 'Battito Srl',
        issued_at: days(3),
      })
      .execute()
    expect((await refund(id, 1000)).body).toMatchObject({ state: 'done' })
    const { body } = await open(id)
    expect(body).toMatchObject({ id, memberId: member.session.angelId, hasMember: true, leftMinor: 3990 })
    expect(body.underWayMinor).toBe(1000)
    const events = body.history.map(({ kind, at: _at, ...rest }: { kind: string; at: string }) => [kind, rest])
    expect(events).toEqual([
      ['step', { from: 'submitting', to: 'captured', cause: 'answer' }],
      ['document', { document: 'invoice', number: '2030-000012', totalMinor: 4990, vatMinor: 900 }],
      ['dispute', { state: 'open' }],
      ['dispute', { state: 'won' }],
      ['step', { from: 'captured', to: 'captured', cause: 'refunded by Ada: Ticket 12' }],
      ['refund', { amountMinor: 1000, reason: 'back_office', state: 'submitting', providerRef: null }],
    ])
    const { entries } = (await owner.call(`/admin/api/battito/audit?member=${member.session.angelId}`)).body
    expect(entries[0]).toMatchObject({
      action: 'order_opened',
      by: 'Ada',
      subjectKind: 'order',
      subjectId: id,
      reason: 'Ticket 12',
    })
    for (const body of [{}, { reason: ' ' }])
      expect((await finance.call(`${orders}/${id}/open`, { body })).status).toBe(400)
  })

  it('names the other payments of its plan, and mails about it alone', async () => {
    const { db } = server.database
    const subscription = randomUUID()
    const first = await ordered({ at: days(40) })
    const next = await ordered({ at: days(10) })
    await ordered({ at: days(9) })
    await db
      .updateTable('payment_attempts')
      .set({ subscription_id: subscription })
      .where('id', 'in', [first, next])
      .execute()
    const mail = (kind: string, props: object) => ({
      id: randomUUID(),
      brand_id: 'battito',
      member_id: member.session.angelId,
      kind,
      to_address: 'x@example.com',
      locale: 'it',
      props: JSON.stringify(props),
      state: 'sent',
      created_at: days(10),
      sent_at: days(10),
    })
    await db
      .insertInto('emails')
      .values([
        { ...mail('receipt', { order: next }), id: `0199b2c4-0000-7000-8000-${next.slice(-12)}` },
        { ...mail('receipt', { order: first }), id: `0199b2c4-0000-7000-8000-${first.slice(-12)}` },
        { ...mail('renewal-notice', { subscription }), id: `0199b2c4-0000-7000-8001-${next.slice(-12)}` },
      ])
      .execute()
    const { history } = (await open(next)).body
    const found = history.map(({ kind, order, mail: what }: Record<string, string>) => `${kind} ${order ?? what}`)
    expect(found.toSorted()).toEqual([`mail receipt`, 'mail renewal-notice', `order ${first}`].toSorted())
  })

  it('of another brand is answered like one that does not exist', async () => {
    const elsewhere = await server.member({ host: 'brisa.localhost' })
    const other = await ordered({ brand: 'brisa', who: elsewhere, flagged: 'unresolved' })
    expect((await open(other)).status).toBe(404)
    expect((await open(other, owner)).status).toBe(404)
    expect((await open(other, owner, 'brisa')).status).toBe(200)
    expect((await resolve(other, 'unresolved')).status).toBe(404)
    expect((await waiting(owner, 'brisa')).payments).toMatchObject([{ id: other, flagged: 'unresolved' }])
  })

  it('that staff bought as a member is for a colleague', async () => {
    const id = await ordered({ flagged: 'unresolved' })
    const { email } = await server.database.db
      .selectFrom('members')
      .select('email')
      .where('id', '=', member.session.angelId)
      .executeTakeFirstOrThrow()
    const self = await staffMember(server, { roles: ['finance@battito'], at: now })
    await server.database.db.updateTable('staff').set({ email }).where('id', '=', self.id).execute()
    expect((await open(id, self)).body.code).toBe('own_account')
    expect((await resolve(id, 'unresolved', { by: self })).body.code).toBe('own_account')
    expect((await open(id)).body.flagged).toBe('unresolved')
  })

  it('without a payment has nothing to refund', async () => {
    const id = await ordered({ state: 'declined' })
    expect((await open(id)).body.leftMinor).toBe(0)
  })
})

describe('what waits', () => {
  it('is listed longest first, and closed once with the flag that was read', async () => {
    const later = await ordered({ at: days(4), flagged: 'refund_failed' })
    const first = await ordered({ at: days(5), flagged: 'late_captured' })
    const seen = (await waiting()).payments.map(({ id }: { id: string }) => id)
    expect(seen.filter((id: string) => [first, later].includes(id))).toEqual([first, later])
    expect((await resolve(first, 'unresolved')).body.code).toBe('nothing_waits')
    expect((await resolve(first, null)).body.code).toBe('nothing_waits')
    expect((await resolve(first, 'late_captured')).body).toEqual({ result: 'OK' })
    expect((await resolve(first, 'late_captured')).body.code).toBe('nothing_waits')
    const { body } = await open(first)
    expect(body.flagged).toBeNull()
    expect(body.history.at(-1)).toMatchObject({ cause: 'late_captured resolved by Ada: Seen at the bank' })
    expect((await waiting()).payments.map(({ id }: { id: string }) => id)).not.toContain(first)
  })

  it.each([
    ['refund_refused', 'refund_refused'],
    ['other_amount', 'other_amount'],
    ['tested_card', null],
  ])(
    'with %s is not closed by a refund of a part, and by the rest only if that was to be done',
    async (flagged, then) => {
      const id = await ordered({ flagged })
      expect((await refund(id, 100)).body).toMatchObject({ state: 'done' })
      expect((await open(id)).body).toMatchObject({ flagged, state: 'captured', leftMinor: 4890 })
      expect((await refund(id, 4890)).body).toMatchObject({ state: 'done' })
      expect((await open(id)).body).toMatchObject({ flagged: then, leftMinor: 0 })
    },
  )

  it('for several reasons is shown with each, and each is closed by itself', async () => {
    const id = await ordered({ at: days(4), flagged: 'refund_failed', further: ['second_payment', 'differs_amount'] })
    const flags = ({ flagged, furtherFlags }: { flagged: string | null; furtherFlags: string[] }) => [
      flagged,
      furtherFlags,
    ]
    const listed = async () => flags((await list(`search=${id}`)).orders[0])
    const waits = async () => (await waiting()).payments.find((one: { id: string }) => one.id === id)
    expect(flags(await waits())).toEqual(['refund_failed', ['second_payment', 'differs_amount']])
    expect((await resolve(id, 'second_payment')).body).toEqual({ result: 'OK' })
    expect((await resolve(id, 'second_payment')).body.code).toBe('nothing_waits')
    expect(await listed()).toEqual(['refund_failed', ['differs_amount']])
    expect((await resolve(id, 'refund_failed')).body).toEqual({ result: 'OK' })
    // What was behind waits since its own time.
    expect(await waits()).toMatchObject({ flagged: 'differs_amount', furtherFlags: [], flaggedAt: now.toISOString() })
    expect((await resolve(id, 'differs_amount')).body).toEqual({ result: 'OK' })
    expect(flags((await open(id)).body)).toEqual([null, []])
    expect(await waits()).toBeUndefined()
  })

  it('for a refund and for something else still waits for that once it is refunded', async () => {
    const id = await ordered({ flagged: 'tested_card', further: ['second_payment'] })
    expect((await refund(id, 4990)).body).toMatchObject({ state: 'done' })
    expect((await open(id)).body).toMatchObject({ flagged: 'second_payment', furtherFlags: [], leftMinor: 0 })
  })

  it('has the claim of a lost dispute until it is settled', async () => {
    const id = await ordered({ state: 'lost', flagged: 'refund_failed' })
    await server.database.db
      .insertInto('disputes')
      .values({
        attempt_id: id,
        brand_id: 'battito',
        member_id: member.session.angelId,
        state: 'lost',
        credits: 0,
        unused_ms: '0',
        used_minor: 1500,
        currency: 'EUR',
        opened_at: days(2),
        updated_at: days(1),
      })
      .execute()
    const claim = { order: id, at: days(1).toISOString(), usedMinor: 1500, currency: 'EUR' }
    expect((await waiting()).claims).toEqual([claim])
    expect((await open(id)).body.claimMinor).toBe(1500)
    expect((await resolve(id, null)).body).toEqual({ result: 'OK' })
    expect((await waiting()).claims).toEqual([])
    // What else it waits for is closed by itself.
    expect((await open(id)).body).toMatchObject({ claimMinor: null, flagged: 'refund_failed' })
  })
})
