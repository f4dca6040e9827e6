import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
let owner: TestStaff
let support: TestStaff
beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  owner = await staffMember(server, { roles: ['owner@battito'] })
  support = await staffMember(server, { roles: ['support@battito'], name: 'Grace' })
})
afterAll(() => server?.close())

const reason = 'Ticket 12'
const host = 'battito.localhost'
const join = () => server.member({ host })
const ask = (who: TestMember, rest: string, by = support, body: object = {}, method = 'POST') =>
  by.call(`/admin/api/battito/members/${who.session.angelId}/${rest}`, { method, body: { reason, ...body } })
const fileOf = async (who: TestMember) => (await ask(who, 'open', owner)).body
const mailsTo = async (who: TestMember) =>
  (await server.database.db.selectFrom('emails').select('kind').where('to_address', '=', who.email).execute()).map(
    ({ kind }) => kind,
  )
const audited = async (who: TestMember) =>
  (await owner.call(`/admin/api/battito/audit?member=${who.session.angelId}`)).body.entries.filter(
    ({ action }: { action: string }) => action !== 'member_opened',
  )

it('makes an export that only the member downloads', async () => {
  const member = await join()
  expect(await ask(member, 'export')).toMatchObject({ status: 200, body: { result: 'OK' } })
  const state = await server.call('/api/users/export', { token: member.token, host })
  expect(state.body).toMatchObject({ state: 'making' })
  expect(await audited(member)).toMatchObject([{ action: 'export_asked', by: 'Grace', reason }])
  const again = async () => {
    await server.database.db.deleteFrom('data_exports').where('member_id', '=', member.session.angelId).execute()
    return (await ask(member, 'export')).status
  }
  const answers = [await again(), await again(), await again(), await again(), await again()]
  expect(answers).toEqual([200, 200, 200, 200, 429])
})

it('erases in 30 days, with the mail that lets the member cancel it, and can be taken back', async () => {
  const member = await join()
  const from = Date.now()
  expect((await ask(member, 'erase')).status).toBe(200)
  expect((await server.call('/api/block', { token: member.token, host })).status).toBe(401)
  const { state, deletionDueAt } = await fileOf(member)
  expect(state).toBe('deleting')
  expect(Math.abs(Date.parse(deletionDueAt) - from - 30 * 86_400_000)).toBeLessThan(60_000)
  expect(await mailsTo(member)).toEqual(['deletion-started'])
  expect(await audited(member)).toMatchObject([
    { action: 'deletion_started', by: 'Grace', reason, detail: { before: { state: 'active' } } },
  ])
  expect((await ask(member, 'erase')).body.code).toBe('closed')
  expect((await ask(member, 'export')).body.code).toBe('closed')
  expect((await ask(member, 'reactivate')).status).toBe(200)
  expect(await fileOf(member)).toMatchObject({ state: 'active', deletionDueAt: null })
})

it('erases no one under a legal hold, and takes no suspended account out of its suspension', async () => {
  const [held, suspended] = [await join(), await join()]
  await ask(held, 'hold', owner, { held: true }, 'PUT')
  expect((await ask(held, 'erase')).body.code).toBe('held')
  expect(await fileOf(held)).toMatchObject({ state: 'active', deletionDueAt: null })
  expect((await server.call('/api/block', { token: held.token, host })).status).not.toBe(401)
  expect(await mailsTo(held)).toEqual([])
  await ask(suspended, 'restrict', owner, { kind: 'suspension', days: 7, clause: 'scam', facts: 'Truffa' })
  expect((await ask(suspended, 'erase')).body.code).toBe('closed')
  expect(await fileOf(suspended)).toMatchObject({ state: 'suspended' })
})

it('knows no member of another brand, and not one’s own account', async () => {
  const [member, elsewhere] = [await join(), await server.member({ host: 'brisa.localhost' })]
  expect((await ask(elsewhere, 'export')).status).toBe(404)
  expect((await ask(elsewhere, 'erase')).status).toBe(404)
  const self = await staffMember(server, { roles: ['support@battito'] })
  await server.database.db.updateTable('staff').set({ email: member.email }).where('id', '=', self.id).execute()
  expect((await ask(member, 'export', self)).body.code).toBe('own_account')
  expect((await ask(member, 'erase', self)).body.code).toBe('own_account')
})
