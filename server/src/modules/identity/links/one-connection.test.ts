import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { makeLinkToken } from './tokens.ts'

let server: TestServer
beforeAll(async () => {
  // One connection: a request that holds it in a transaction may not wait for another one, or with one link opened many
  // times at once all connections would wait for each other.
  server = await startTestServer({ jobs: false, database: { size: 1, connectMs: 3000 } })
})
afterAll(() => server?.close())

it('a link that confirms an address takes one connection at a time, with its password and without', async () => {
  const member = await server.member()
  const { db } = server.database
  await db.updateTable('members').set({ email_confirmed_at: null }).where('id', '=', member.session.angelId).execute()
  const link = {
    purpose: 'confirm_email',
    brandId: 'local',
    memberId: member.session.angelId,
    email: member.email,
  } as const
  const token = await makeLinkToken(db, { ...link, at: new Date() })
  const confirm = (password: string) =>
    server.call('/api/users/confirmEmail', { body: { token, password }, headers: { 'x-session': 'bearer' } })
  const wrong = await Promise.all([1, 2, 3].map(() => confirm('not the right one')))
  expect(wrong.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 3 }, () => [403, 'password_errata']),
  )
  // A wrong one leaves the link, and of two right ones one counts.
  const right = await Promise.all([1, 2].map(() => confirm(member.password)))
  expect(right.map(({ status }) => status).toSorted()).toEqual([200, 401])
  const own = right.find(({ status }) => status === 200)?.body
  expect(own.token).toEqual(expect.any(String))

  await db.updateTable('members').set({ email_confirmed_at: null }).where('id', '=', member.session.angelId).execute()
  const next = await makeLinkToken(db, { ...link, at: new Date() })
  const { status } = await server.call('/api/users/confirmEmail', { body: { token: next }, token: own.token })
  expect(status).toBe(200)
})
