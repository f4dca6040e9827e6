import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let now = new Date()
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => now })
})
afterAll(() => testServer.close())

const job = { attempt: 1, last: false }
const counts = async () => {
  const { rows } = await testServer.database.pool.query<
    Record<string, number>
  >(`select (select count(*)::int from sessions) as sessions,
    (select count(*)::int from one_time_tokens) as links, (select count(*)::int from signup_devices) as devices`)
  return rows[0]
}
const sweepAfter = async (days: number) => {
  now = new Date(now.getTime() + days * 86_400_000)
  await testServer.context.jobs.handlers['identity-sweep']?.({}, job)
  return counts()
}

it('keeps what is still good and deletes what has had its time', async () => {
  await testServer.registeredMember({ form: { fingerprint: 'a-device' } })
  const fresh = await counts()
  expect(fresh).toMatchObject({ sessions: expect.any(Number), devices: 1 })
  expect(fresh?.['sessions']).toBeGreaterThan(0)
  expect(fresh?.['links']).toBeGreaterThan(0)
  expect(await sweepAfter(1)).toEqual(fresh)
  // The links, of a day and of three, ended more than a week ago; the session lives for 30 days, the signal as long.
  expect(await sweepAfter(20)).toEqual({ ...fresh, links: 0 })
  expect(await sweepAfter(10)).toEqual({ sessions: 0, links: 0, devices: 0 })
})
