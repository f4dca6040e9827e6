import { afterAll, beforeAll, expect, it } from 'vitest'
import { move } from '#modules/credits/index.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

const reason = 'Ticket 12'
const host = 'battito.localhost'
let server: TestServer
let support: TestStaff
let member: TestMember
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  support = await staffMember(server, { roles: ['support@battito'], name: 'Grace' })
  member = await server.member({ host })
})
afterAll(() => server?.close())

const at = (who: TestMember, rest: string) => `/admin/api/battito/members/${who.session.angelId}/${rest}`
const ledger = (who: TestMember, body: object = {}, by = support) =>
  by.call(at(who, 'ledger'), { body: { reason, ...body } })
const fileFor = async (by: TestStaff) => (await by.call(at(member, 'open'), { body: { reason } })).body
const audited = async () => {
  const owner = await staffMember(server, { roles: ['owner@battito'] })
  const { body } = await owner.call(`/admin/api/battito/audit?member=${member.session.angelId}`)
  return body.entries.filter(({ action }: { action: string }) => action === 'member_ledger_read')
}

it('reads the movements of credits page by page, as the member does, each page recorded', async () => {
  const { db } = server.database
  for (let n = 1; n <= 101; n += 1)
    await db.transaction().execute((tx) =>
      move(tx, {
        memberId: member.session.angelId,
        brandId: 'battito',
        account: 'likes',
        house: 'gifts',
        amount: 1,
        key: `refill:${n}`,
        at: new Date(),
      }),
    )
  const first = (await ledger(member)).body
  expect(first.hasMore).toBe(true)
  expect(first.entries).toHaveLength(100)
  expect(first.entries[0]).toMatchObject({ account: 'likes', amount: 1, cause: 'refill', order: null })
  const rest = (await ledger(member, { before: first.entries[99].id })).body
  expect(rest.hasMore).toBe(false)
  const own = await server.call(`/api/credits/statement/${member.session.clickid}`, { host, token: member.token })
  expect(own.body).toEqual(first)
  const ids = [...first.entries, ...rest.entries].map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(await audited()).toMatchObject([
    { by: 'Grace', reason, detail: { rows: rest.entries.length } },
    { by: 'Grace', reason, detail: { rows: 100 } },
  ])
})

it('reads no movements of another brand, of one’s own account, without a reason or as marketing', async () => {
  const elsewhere = await server.member({ host: 'brisa.localhost' })
  const other = await server.member({ host })
  expect((await ledger(elsewhere)).status).toBe(404)
  expect((await ledger(other, { reason: ' ' })).status).toBe(400)
  expect((await ledger(other, {}, await staffMember(server, { roles: ['marketing@battito'] }))).status).toBe(403)
  const self = await staffMember(server, { roles: ['support@battito'] })
  await server.database.db.updateTable('staff').set({ email: other.email }).where('id', '=', self.id).execute()
  expect(await ledger(other, {}, self)).toMatchObject({ status: 403, body: { code: 'own_account' } })
})

it('shows the running plan, where notices reach the member, and to support what they wrote', async () => {
  expect(await fileFor(support)).toMatchObject({ plan: null, channels: { push: [], telegramSince: null }, tickets: [] })
  const { status } = await server.call('/api/contact', {
    host,
    token: member.token,
    body: { name: 'Anna', email: member.email, topic: 'payments', message: 'Quando si rinnova?' },
  })
  expect(status).toBe(200)
  const until = new Date(Date.now() + 86_400_000)
  const { pool } = server.database
  const session = await pool.query<{ id: string }>('select id from sessions where member_id = $1', [
    member.session.angelId,
  ])
  await pool.query(
    `insert into push_devices (member_id, id, brand_id, session_id, endpoint_hash, subscription_sealed, created_at, renewed_at, last_ok_at)
     values ($1, gen_random_uuid(), 'battito', $2, sha256('x'), 'x', now(), now(), $3)`,
    [member.session.angelId, session.rows[0]?.id, until],
  )
  await pool.query(
    `insert into subscriptions (id, brand_id, member_id, plan_id, plan, flow_id, flow_version, state, renews, started_at, period_start, period_end, anchored_at, next_plan)
     values (gen_random_uuid(), 'battito', $1, 'monthly', '{"id":"monthly"}', '0000', '1', 'active', true, now(), now(), $2, now(),
       '{"plan":{"id":"yearly"},"flow":{"id":"0000","version":"1"}}')`,
    [member.session.angelId, until],
  )
  const file = await fileFor(support)
  expect(file).toMatchObject({
    plan: { plan: 'monthly', state: 'active', until: until.toISOString(), renews: true, next: 'yearly' },
    channels: { push: [{ lastOkAt: until.toISOString() }] },
    tickets: [{ subject: expect.stringContaining('Quando si rinnova?'), state: 'open' }],
  })
  // What a member wrote to support is no matter of those who do not answer it.
  for (const role of ['moderator', 'finance'] as const)
    expect((await fileFor(await staffMember(server, { roles: [`${role}@battito`] }))).tickets).toBeNull()
})
