import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertPaidOrder } from '#test/support/paid-order.ts'
import { carryOut, staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

/* What is done in a member's file is held for ten seconds, in which the person who did it takes it back. */

let server: TestServer
let owner: TestStaff
let support: TestStaff
let moderator: TestStaff
let member: TestMember
let aheadMs = 0
beforeAll(async () => {
  server = await startTestServer({ jobs: false, clock: () => new Date(Date.now() + aheadMs) })
  owner = await staffMember(server, { roles: ['owner@battito'], name: 'Ada' })
})
afterAll(() => server?.close())
beforeEach(async () => {
  support = await staffMember(server, { roles: ['support@battito'], name: 'Grace' })
  moderator = await staffMember(server, { roles: ['moderator@battito'], name: 'Mata' })
  member = await server.member({ host: 'battito.localhost' })
})

const reason = 'Ticket 12'
const at = (rest: string, who = member) => `/admin/api/battito/members/${who.session.angelId}/${rest}`
/** Several colleagues have the name. */
const named = (name: string) => expect.stringMatching(`^${name}( |$)`)
const warning = { kind: 'warning', clause: 'harassment', facts: 'Insulti', reason }
const act = (by: TestStaff, rest: string, body: object = { reason }, method = 'POST') =>
  by.call(at(rest), { method, body, holds: true })
const undo = (by: TestStaff, what: string, who = member) => by.call(at('undo', who), { body: { what } })
const fileOf = async () => (await owner.call(at('open'), { body: { reason } })).body
const audited = async () =>
  (await owner.call(`/admin/api/battito/audit?member=${member.session.angelId}`)).body.entries.filter(
    ({ action }: { action: string }) => action !== 'member_opened',
  )
const mailsTo = async () =>
  (await server.database.db.selectFrom('emails').select('kind').where('to_address', '=', member.email).execute()).map(
    ({ kind }) => kind,
  )

/** What can be done in a file, each by who may. */
const everything = () => {
  const id = randomUUID()
  return [
    [moderator, 'restrict', warning, 'restrictMember'],
    [support, 'reset', { reason }, 'sendMemberReset'],
    [support, 'name', { name: 'Marta', reason }, 'correctMemberName', 'PUT'],
    [support, 'home', { region: 'Umbria', reason }, 'correctMemberHome', 'PUT'],
    [support, 'age', { age: 61, reason }, 'correctMemberAge', 'PUT'],
    [support, 'gender', { listedAll: ['donna', 'uomo'], reason }, 'correctMemberGender', 'PUT'],
    [support, 'export', { reason }, 'exportMember'],
    [support, 'credits', { id, account: 'likes', count: 3, reference: 'T-1', reason }, `grantMemberCredits ${id}`],
    [support, 'erase', { reason }, 'eraseMember'],
  ] as const
}

it('changes nothing for ten seconds, and nothing at all when it is taken back, which is in the audit', async () => {
  const before = await fileOf()
  for (const [by, path, body, what, method] of everything()) {
    const from = Date.now()
    const answer = await act(by, path, body, method)
    expect([path, answer]).toMatchObject([path, { status: 200, body: { undo: { what } } }])
    expect(Math.abs(Date.parse(answer.body.undo.until) - from - 10_000)).toBeLessThan(5000)
    expect(await fileOf()).toEqual(before)
    expect([path, (await undo(by, what)).body]).toEqual([path, { result: 'OK' }])
    // Once.
    expect([path, (await undo(by, what)).body.code]).toEqual([path, 'carried_out'])
    expect((await audited())[0]).toMatchObject({ action: 'member_action_undone', detail: { what: what.split(' ')[0] } })
    await carryOut(server, member.session.angelId, what)
  }
  expect(await fileOf()).toEqual(before)
  expect(await mailsTo()).toEqual([])
  expect(new Set((await audited()).map(({ action }: { action: string }) => action))).toEqual(
    new Set(['member_action_undone']),
  )
})

it('is carried out once in the name of who did it, also when the job runs again, and then can’t be taken back', async () => {
  const { body } = await act(moderator, 'restrict', warning)
  const { rows } = await server.database.pool.query<{ payload: never }>(
    'select payload from graphile_worker._private_jobs where key = $1',
    [`desk ${member.session.angelId} restrictMember`],
  )
  await carryOut(server, member.session.angelId, body.undo.what)
  await server.context.jobs.handlers['desk-carry-out']?.(rows[0]!.payload, { attempt: 2, last: false })
  expect((await fileOf()).restrictions).toMatchObject([{ kind: 'warning', by: { name: 'Mata' } }])
  expect(await mailsTo()).toEqual(['restriction'])
  expect(await audited()).toMatchObject([
    { action: 'member_restricted', by: named('Mata'), reason, address: '127.0.0.1' },
  ])
  expect((await undo(moderator, body.undo.what)).body.code).toBe('carried_out')
})

it('pays a refund once, also when its job runs again in the next hour', async () => {
  const { db, pool } = server.database
  const order = await insertPaidOrder(db, {
    brandId: 'battito',
    memberId: member.session.angelId,
    amountMinor: 5000,
  })
  const { body } = await act(support, `orders/${order}/refund`, { id: randomUUID(), amountMinor: 2000, reason })
  const { rows } = await pool.query<{ payload: never }>(
    'select payload from graphile_worker._private_jobs where key = $1',
    [`desk ${member.session.angelId} ${body.undo.what}`],
  )
  const job = () => server.context.jobs.handlers['desk-carry-out']?.(rows[0]!.payload, { attempt: 1, last: false })
  await job()
  aheadMs = 3_600_000
  await job()
  aheadMs = 0
  expect(await db.selectFrom('refunds').select('amount_minor').where('attempt_id', '=', order).execute()).toEqual([
    { amount_minor: 2000 },
  ])
})

it('is taken back by no colleague and from no other brand, and not done twice meanwhile', async () => {
  const { what } = (await act(moderator, 'restrict', warning)).body.undo
  expect((await undo(owner, what)).body.code).toBe('carried_out')
  const elsewhere = await server.member({ host: 'brisa.localhost' })
  expect((await undo(moderator, what, elsewhere)).status).toBe(404)
  expect((await undo(moderator, 'x; drop table')).status).toBe(400)
  expect((await act(owner, 'restrict', warning)).body.code).toBe('under_way')
  await carryOut(server, member.session.angelId, what)
  expect((await fileOf()).restrictions).toHaveLength(1)
})

it.each(['lost the role', 'has left'])('of a person who %s meanwhile is dropped', async (how) => {
  const { what } = (await act(moderator, 'restrict', warning)).body.undo
  const { db } = server.database
  if (how === 'has left')
    await db.updateTable('staff').set({ state: 'left', left_at: new Date() }).where('id', '=', moderator.id).execute()
  else await db.deleteFrom('staff_roles').where('staff_id', '=', moderator.id).execute()
  await carryOut(server, member.session.angelId, what)
  expect((await fileOf()).restrictions).toEqual([])
  expect(await audited()).toMatchObject([
    { action: 'member_action_dropped', by: named('Mata'), detail: { what: 'restrictMember', outcome: '403' } },
  ])
})

it('is dropped when it has become impossible, and the audit says why', async () => {
  const { what } = (await act(support, 'reset')).body.undo
  await act(owner, 'restrict', { ...warning, kind: 'suspension', days: 3 })
  await carryOut(server, member.session.angelId, 'restrictMember')
  await carryOut(server, member.session.angelId, what)
  expect((await audited())[0]).toMatchObject({
    action: 'member_action_dropped',
    by: named('Grace'),
    detail: { what: 'sendMemberReset', outcome: 'closed' },
  })
})

it('counts for the limit of the day until it is taken back', async () => {
  const grant = (id: string, count: number, reference: string) =>
    act(support, 'credits', { id, account: 'messages', count, reference, reason })
  const [first, second] = [randomUUID(), randomUUID()]
  expect((await grant(first, 20, 'T-1')).body).toMatchObject({ state: 'done', undo: {} })
  expect((await grant(second, 1, 'T-2')).body).toEqual({ state: 'waiting', undo: null })
  expect((await undo(support, `grantMemberCredits ${first}`)).status).toBe(200)
  expect((await grant(randomUUID(), 20, 'T-3')).body).toMatchObject({ state: 'done', undo: {} })
  // What was taken back is over: sent again, it does nothing.
  expect((await grant(first, 20, 'T-1')).body).toEqual({ state: 'withdrawn', undo: null })
})

it('a legal hold works at once, as the erasing may begin', async () => {
  const answer = await act(owner, 'hold', { held: true, reason }, 'PUT')
  expect(answer.body).toEqual({ result: 'OK' })
  expect((await fileOf()).hold).toMatchObject({ reason })
})
