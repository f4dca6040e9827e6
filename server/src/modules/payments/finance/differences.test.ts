import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
let finance: TestStaff
let owner: TestStaff
let member: TestMember
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  // The comparison finds it, and no webhook before.
  await fetch(`${server.sandbox.origin}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ holdWebhooks: true }),
  })
  finance = await staffMember(server, { roles: ['finance@battito'], name: 'Ada' })
  owner = await staffMember(server, { roles: ['owner@battito', 'owner@brisa'], name: 'Grace' })
})
afterAll(() => server?.close())
beforeEach(async () => {
  member = await server.member({ host: 'battito.localhost' })
})

/** An order of 40.00 here, for which the provider was paid 49.90. */
async function differing({ brand = 'battito', who = member } = {}): Promise<string> {
  const { payments } = server.sandbox.sandbox.stripe
  const id = newId()
  const paid = payments.open({
    amount: 4990,
    currency: 'EUR',
    description: 'Pack',
    metadata: { reference: id },
    locale: null,
    returnUrl: null,
    cancelUrl: null,
    webhookUrl: null,
    customerId: null,
    keep: false,
  })
  payments.decide(paid.id, { choice: 'pay', failure: null, laterFailure: null })
  const at = new Date(Date.now() - 3_600_000)
  await server.database.db
    .insertInto('payment_attempts')
    .values({
      id,
      brand_id: brand,
      member_id: who.session.angelId,
      order_key: randomUUID(),
      provider: 'stripe',
      connection: 'stripe',
      provider_ref: paid.id,
      flow_id: '7',
      flow_version: '1',
      plan_id: 'pack',
      plan: '{}',
      amount_minor: 4000,
      currency: 'EUR',
      state: 'captured',
      created_at: at,
      updated_at: at,
      granted_at: at,
    })
    .execute()
  return id
}
/** As every night. */
const compare = async () => {
  await server.context.jobs.handlers['payment-reconcile']?.({}, { attempt: 1, last: false })
}
const address = '/admin/api/battito/money/differences'
const list = async (settled = 'no', by = finance) => (await by.call(`${address}?settled=${settled}`)).body.differences
const rowOf = async (order: string, settled = 'no') =>
  (await list(settled)).find((one: { order: string }) => one.order === order)
const decide = (id: string, what: 'settle' | 'reopen', by = finance, brand = 'battito') =>
  by.call(`/admin/api/${brand}/money/differences/${id}/${what}`, { body: { reason: 'Refunded there by hand' } })
const flagOf = async (order: string) =>
  (
    await server.database.db
      .selectFrom('payment_attempts')
      .select('flagged')
      .where('id', '=', order)
      .executeTakeFirstOrThrow()
  ).flagged
const audited = async (action: string) =>
  (await owner.call('/admin/api/battito/audit')).body.entries.filter((one: { action: string }) => one.action === action)

describe('a difference', () => {
  it('is found by the nightly comparison, with both amounts, once however often it is found', async () => {
    const order = await differing()
    await compare()
    const row = await rowOf(order)
    expect(row).toMatchObject({
      what: 'amount',
      provider: 'stripe',
      ours: { state: 'captured', amount: { minor: 4000, currency: 'EUR' } },
      theirs: { state: 'captured', amount: { minor: 4990, currency: 'EUR' }, reference: null },
      settled: null,
    })
    expect(await flagOf(order)).toBe('differs_amount')
    await compare()
    expect((await list()).filter((one: { order: string }) => one.order === order)).toHaveLength(1)
    expect((await rowOf(order)).seenAt >= row.seenAt).toBe(true)
  })

  it('that is settled closes the flag of its payment, stays settled when found again, and can be undone', async () => {
    const order = await differing()
    await compare()
    const { id } = await rowOf(order)
    expect((await decide(id, 'reopen')).body.code).toBe('not_settled')
    expect((await decide(id, 'settle')).body).toEqual({ result: 'OK' })
    expect((await decide(id, 'settle', owner)).body.code).toBe('settled_already')
    expect(await flagOf(order)).toBeNull()
    expect(await rowOf(order)).toBeUndefined()
    expect(await rowOf(order, 'yes')).toMatchObject({ settled: { by: 'Ada', reason: 'Refunded there by hand' } })
    expect((await audited('difference_settled'))[0]).toMatchObject({ by: 'Ada', subjectId: order })
    await compare()
    expect([await flagOf(order), await rowOf(order)]).toEqual([null, undefined])

    expect((await decide(id, 'reopen')).body).toEqual({ result: 'OK' })
    expect((await audited('difference_reopened'))[0]).toMatchObject({ by: 'Ada', subjectId: order })
    expect(await flagOf(order)).toBe('differs_amount')
    expect(await rowOf(order)).toMatchObject({ settled: null })
  })

  it('is settled too when what waits of its payment is closed', async () => {
    const order = await differing()
    await compare()
    const body = { flagged: 'differs_amount', reason: 'Seen at the bank' }
    expect((await finance.call(`/admin/api/battito/orders/${order}/resolve`, { body })).status).toBe(200)
    expect(await rowOf(order)).toBeUndefined()
    expect(await rowOf(order, 'yes')).toMatchObject({ settled: { by: 'Ada', reason: 'Seen at the bank' } })
  })

  it('of another brand does not exist, and only finance and owners settle it, with the second factor', async () => {
    const elsewhere = await server.member({ host: 'brisa.localhost' })
    const other = await differing({ brand: 'brisa', who: elsewhere })
    const mine = await differing()
    await compare()
    expect(await rowOf(other)).toBeUndefined()
    const there = (await owner.call('/admin/api/brisa/money/differences')).body.differences
    const { id } = there.find((one: { order: string }) => one.order === other)
    for (const what of ['settle', 'reopen'] as const) {
      expect((await decide(id, what)).status).toBe(404)
      expect((await decide(id, what, owner)).status).toBe(404)
    }
    const own = await rowOf(mine)
    const support = await staffMember(server, { roles: ['support@battito'] })
    expect((await support.call(address)).status).toBe(403)
    expect((await decide(own.id, 'settle', support)).status).toBe(403)
    const stale = await staffMember(server, { roles: ['finance@battito'], state: 'stale' })
    expect((await decide(own.id, 'settle', stale)).body.code).toBe('proof_needed')
    expect((await rowOf(mine)).settled).toBeNull()
    expect((await decide(randomUUID(), 'settle')).status).toBe(404)
  })
})
