import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertPaidOrder } from '#test/support/paid-order.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
let owner: TestStaff
let finance: TestStaff
let support: TestStaff
let member: TestMember
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  owner = await staffMember(server, { roles: ['owner@battito', 'owner@brisa'], name: 'Ada' })
  finance = await staffMember(server, { roles: ['finance@battito'] })
})
afterAll(() => server?.close())
beforeEach(async () => {
  // What a person may do in a day is theirs and the member's.
  support = await staffMember(server, { roles: ['support@battito'], name: 'Grace' })
  member = await server.member({ host: 'battito.localhost' })
})

const reason = 'Ticket 12'
const approvals = '/admin/api/battito/approvals'
const at = (who: TestMember, rest: string) => `/admin/api/battito/members/${who.session.angelId}/${rest}`
interface Wish {
  readonly id?: string
  readonly by?: TestStaff
  readonly who?: TestMember
}
const refund = (order: string, amountMinor: number, { id = randomUUID(), by = support, who = member }: Wish = {}) =>
  by.call(at(who, `orders/${order}/refund`), { body: { id, amountMinor, reason } })
const grant = (count: number, reference: string, { id = randomUUID(), by = support, who = member }: Wish = {}) =>
  by.call(at(who, 'credits'), { body: { id, account: 'messages', count, reference, reason } })
const listed = async (by = owner) => (await by.call(approvals)).body.waiting as { id: string; digest: string }[]
const digestOf = async (id: string) => (await listed()).find((one) => one.id === id)?.digest ?? '0'.repeat(64)
const decide = async (id: string, { approve = true, by = owner, digest = '' } = {}) =>
  by.call(`${approvals}/${id}/decide`, {
    body: { approve, digest: digest === '' ? await digestOf(id) : digest, reason: 'Looked at it' },
  })
const fileOf = async (who = member) => (await owner.call(at(who, 'open'), { body: { reason } })).body
const audited = async (who = member): Promise<string[]> =>
  (await owner.call(`/admin/api/battito/audit?member=${who.session.angelId}`)).body.entries
    .map(({ action, by }: { action: string; by: string }) => `${action} ${by.replace(/ \(.*\)$/, '')}`)
    .filter((one: string) => !one.startsWith('member_opened'))

/** A payment that the provider has taken. */
const paid = (amountMinor = 5000, who = member, brandId = 'battito'): Promise<string> =>
  insertPaidOrder(server.database.db, { brandId, memberId: who.session.angelId, amountMinor })
const refundsOf = async (order: string) =>
  (
    await server.database.db
      .selectFrom('refunds')
      .select('amount_minor')
      .where('attempt_id', '=', order)
      .orderBy('created_at')
      .execute()
  ).map((one) => one.amount_minor)

describe('a refund', () => {
  it('within the limit of the role is asked for at once, and once', async () => {
    const order = await paid()
    const id = randomUUID()
    expect((await refund(order, 2000, { id })).body).toMatchObject({ state: 'done' })
    expect((await refund(order, 2000, { id })).body).toMatchObject({ state: 'done' })
    expect((await refund(order, 2100, { id })).body.code).toBe('id_taken')
    expect(await refundsOf(order)).toEqual([2000])
    expect((await fileOf()).orders).toMatchObject([{ id: order, leftMinor: 3000, flagged: null }])
    expect(await audited()).toEqual(['payment_refunded Grace'])
  })

  it('above it waits for another person, who approves what they have read', async () => {
    const order = await paid()
    const id = randomUUID()
    expect((await refund(order, 3001, { id })).body).toMatchObject({ state: 'waiting' })
    expect((await refund(order, 3001, { id })).body).toMatchObject({ state: 'waiting' })
    expect(await refundsOf(order)).toEqual([])
    expect((await listed()).filter((one) => one.id === id)).toMatchObject([
      {
        kind: 'refund',
        amount: 3001,
        currency: 'EUR',
        order,
        by: { kind: 'staff', name: 'Grace' },
        isMine: false,
        mayDecide: true,
        reason,
      },
    ])
    const digest = await digestOf(id)
    expect((await decide(id, { by: finance, digest })).body).toEqual({ state: 'approved' })
    // The answer was lost: it is given again, and nothing is done twice.
    expect((await decide(id, { by: finance, digest })).body).toEqual({ state: 'approved' })
    expect((await decide(id, { by: finance, digest, approve: false })).body.code).toBe('request_over')
    expect((await decide(id, { digest })).body.code).toBe('request_over')
    expect(await refundsOf(order)).toEqual([3001])
    expect(await listed()).not.toContainEqual(expect.objectContaining({ id }))
    expect(await audited()).toEqual([
      'approval_given Anna Bianchi',
      'payment_refunded Anna Bianchi',
      'approval_asked Grace',
    ])
  })

  it('in small parts reaches the limit of the day all the same', async () => {
    const order = await paid(9000)
    expect((await refund(order, 2000)).body).toMatchObject({ state: 'done' })
    expect((await refund(order, 1001)).body).toMatchObject({ state: 'waiting' })
    expect((await refund(order, 1000)).body).toMatchObject({ state: 'done' })
    expect((await refund(order, 1)).body).toMatchObject({ state: 'waiting' })
  })

  it('of two at once by one person does not exceed the limit', async () => {
    const order = await paid(9000)
    const answers = await Promise.all([refund(order, 3000), refund(order, 3000)])
    expect(answers.map(({ body }) => body.state).toSorted()).toEqual(['done', 'waiting'])
    expect(await refundsOf(order)).toEqual([3000])
  })

  it('exceeds nothing that is left, also when approved later, and then still waits', async () => {
    const order = await paid(4000)
    expect((await refund(order, 4001, { by: owner })).body.code).toBe('more_than_left')
    const id = randomUUID()
    await refund(order, 3500, { id })
    expect((await refund(order, 1000)).body).toMatchObject({ state: 'done' })
    expect((await decide(id)).body.code).toBe('more_than_left')
    expect((await listed()).map((one) => one.id)).toContain(id)
    expect((await decide(id, { approve: false })).body).toEqual({ state: 'refused' })
    expect(await refundsOf(order)).toEqual([1000])
  })

  it.each([
    ['an order that no provider knows', { provider_ref: null, state: 'failed' }, 'never_charged'],
    ['an order without a reference', { provider_ref: null, state: 'created' }, 'never_charged'],
    ['an order that waits for its payment', { state: 'processing' }, 'never_charged'],
    ['an order that was declined', { state: 'declined' }, 'never_charged'],
  ])('of %s is refused', async (_, changes, code) => {
    const order = await paid()
    await server.database.db.updateTable('payment_attempts').set(changes).where('id', '=', order).execute()
    expect((await refund(order, 100)).body.code).toBe(code)
    expect((await fileOf()).orders).toMatchObject([{ leftMinor: 0 }])
    expect(await audited()).toEqual([])
  })

  it.each([0, -1, 1.5, 1e9])('of %s is refused', async (amount) => {
    const order = await paid()
    expect((await refund(order, amount)).status).toBe(400)
    expect(await refundsOf(order)).toEqual([])
  })

  it('knows no order of another member or brand', async () => {
    const [other, elsewhere] = [
      await server.member({ host: 'battito.localhost' }),
      await server.member({ host: 'brisa.localhost' }),
    ]
    const theirs = await paid(5000, other)
    const away = await paid(5000, elsewhere, 'brisa')
    expect((await refund(theirs, 100)).status).toBe(404)
    expect((await refund(away, 100)).status).toBe(404)
    expect((await refund(away, 100, { who: elsewhere })).status).toBe(404)
    expect([await refundsOf(theirs), await refundsOf(away)]).toEqual([[], []])
  })
})

describe('a request', () => {
  it('is decided by no one who asked for it, whatever their roles', async () => {
    const both = await staffMember(server, { roles: ['owner@battito', 'finance@battito'] })
    const order = await paid(50_000)
    const id = randomUUID()
    expect((await refund(order, 20_001, { id, by: both })).body).toMatchObject({ state: 'waiting' })
    expect((await decide(id, { by: both })).body.code).toBe('own_request')
    expect((await decide(id, { by: both, approve: false })).body.code).toBe('own_request')
    expect(await refundsOf(order)).toEqual([])
    const { db } = server.database
    const approved = db
      .updateTable('approval_requests')
      .set({
        state: 'approved',
        decided_by: `staff:${both.id}`,
        decided_at: new Date(),
        decided_digest: Buffer.from('x'),
      })
      .where('id', '=', id)
    await expect(approved.execute()).rejects.toThrow('approval_requests_another_check')
  })

  it('is void for who read it once it was changed', async () => {
    const order = await paid(10_000)
    const id = randomUUID()
    await refund(order, 4000, { id })
    const digest = await digestOf(id)
    const change = (by: TestStaff, amount: number) =>
      by.call(`${approvals}/${id}`, { method: 'PUT', body: { amount, reason: 'More of it' } })
    expect((await change(owner, 1)).body.code).toBe('not_yours')
    expect((await change(support, 9000)).status).toBe(200)
    expect((await decide(id, { digest })).body.code).toBe('request_changed')
    expect(await refundsOf(order)).toEqual([])
    expect((await decide(id)).body).toEqual({ state: 'approved' })
    expect(await refundsOf(order)).toEqual([9000])
    expect((await change(support, 1)).body.code).toBe('request_over')
  })

  it('is withdrawn by who asked, and then over', async () => {
    const id = randomUUID()
    await grant(30, 'T-1', { id })
    const withdraw = (by: TestStaff) => by.call(`${approvals}/${id}`, { method: 'DELETE' })
    const digest = await digestOf(id)
    expect((await withdraw(owner)).body.code).toBe('not_yours')
    expect((await withdraw(support)).status).toBe(200)
    expect((await withdraw(support)).body.code).toBe('request_over')
    expect((await decide(id, { digest })).body.code).toBe('request_over')
    expect(await audited()).toEqual(['approval_withdrawn Grace', 'approval_asked Grace'])
  })

  it('of two colleagues at once is carried out once', async () => {
    const order = await paid()
    const id = randomUUID()
    await refund(order, 4000, { id })
    const digest = await digestOf(id)
    const answers = await Promise.all([owner, finance].map((by) => decide(id, { by, digest })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await refundsOf(order)).toEqual([4000])
  })

  it.each(['left', 'without the role'])('of a person who is %s meanwhile is not approved', async (how) => {
    const order = await paid()
    const id = randomUUID()
    await refund(order, 4000, { id })
    const { db } = server.database
    if (how === 'left')
      await db.updateTable('staff').set({ state: 'left', left_at: new Date() }).where('id', '=', support.id).execute()
    else await db.deleteFrom('staff_roles').where('staff_id', '=', support.id).execute()
    expect((await decide(id)).body.code).toBe('requester_left')
    expect((await decide(id, { approve: false })).body).toEqual({ state: 'refused' })
    expect(await refundsOf(order)).toEqual([])
  })

  it('is not decided by who lost the role, or may not do it themselves', async () => {
    const leaver = await staffMember(server, { roles: ['finance@battito'] })
    const order = await paid()
    const [id, credits] = [randomUUID(), randomUUID()]
    await refund(order, 4000, { id })
    await grant(30, 'T-1', { id: credits })
    expect((await decide(credits, { by: leaver })).status).toBe(403)
    await server.database.db.deleteFrom('staff_roles').where('staff_id', '=', leaver.id).execute()
    expect((await decide(id, { by: leaver })).status).toBe(403)
    expect((await decide(id, { by: support })).status).toBe(403)
    expect(await refundsOf(order)).toEqual([])
  })

  it('is of one brand, and about no account of who decides', async () => {
    const order = await paid()
    const id = randomUUID()
    await refund(order, 4000, { id })
    const digest = await digestOf(id)
    const there = await owner.call(`/admin/api/brisa/approvals/${id}/decide`, {
      body: { approve: true, digest, reason },
    })
    expect(there.status).toBe(404)
    expect((await owner.call('/admin/api/brisa/approvals')).body).toEqual({ waiting: [], decided: [] })
    const self = await staffMember(server, { roles: ['finance@battito'] })
    await server.database.db.updateTable('staff').set({ email: member.email }).where('id', '=', self.id).execute()
    expect((await decide(id, { by: self })).body.code).toBe('own_account')
    expect(await refundsOf(order)).toEqual([])
  })
})

it('credits above the limit of the role are granted by the second person, once for each reference', async () => {
  const before = (await fileOf()).credits.messages
  expect((await grant(20, 'T-1')).body).toMatchObject({ state: 'done' })
  const id = randomUUID()
  expect((await grant(1, 'T-2', { id })).body).toMatchObject({ state: 'waiting' })
  expect((await decide(id)).body).toEqual({ state: 'approved' })
  expect((await fileOf()).credits.messages).toBe(before + 21)
  const again = randomUUID()
  await grant(40, 'T-1', { id: again })
  expect((await decide(again)).body.code).toBe('granted_before')
  expect((await fileOf()).credits.messages).toBe(before + 21)
})
