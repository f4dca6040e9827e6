import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

let testServer: TestServer
let now = new Date('2026-11-20T20:00:00Z')
const zone = process.env['TZ']
beforeAll(async () => {
  // There it is already the next day.
  process.env['TZ'] = 'Pacific/Kiritimati'
  testServer = await startTestServer({ jobs: false, clock: () => now })
})
afterAll(async () => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
  await testServer.close()
})

it('an age is stated on the day in UTC, whatever the time zone of the process', async () => {
  const { token, session } = await testServer.member({ form: { age: 34 } })
  const stated = async () =>
    (
      await testServer.database.pool.query(
        'select age_stated as age, age_stated_on::text as day from members where id = $1',
        [session.angelId],
      )
    ).rows
  expect(await stated()).toEqual([{ age: 34, day: '2026-11-20' }])
  now = new Date('2026-11-22T20:00:00Z')
  const { status } = await testServer.call(`/api/users/${session.clickid}`, {
    method: 'PUT',
    token,
    body: { eta: 35 },
  })
  expect(status).toBe(200)
  expect(await stated()).toEqual([{ age: 35, day: '2026-11-22' }])
})
