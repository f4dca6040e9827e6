import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { deviceHash, recordBrowser, sweepBrowsers } from './known-browsers.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer.close())

it('a new browser takes the place of the oldest beyond fifty, a known one takes none', async () => {
  const { db } = testServer.database
  const [{ session, email }, other] = [await testServer.member(), await testServer.member()]
  const at = new Date('2030-01-01T00:00:00Z')
  const row = (memberId: string, device_hash: Buffer, ms: number) => {
    const seen = new Date(at.getTime() - 1000 + ms)
    return { member_id: memberId, device_hash, first_seen_at: seen, last_seen_at: seen, notified_at: at }
  }
  const { angelId: id } = session
  await db
    .insertInto('member_devices')
    .values([
      ...Array.from({ length: 60 }, (_, n) => row(id, Buffer.alloc(32, n), n)),
      row(id, deviceHash(id, 'known'), 0),
      row(other.session.angelId, Buffer.alloc(32, 7), 0),
    ])
    .execute()
  const enter = (device: string) =>
    recordBrowser(
      db,
      {
        clock: () => at,
        enqueueEmail: async () => undefined,
        signalKeys: [Buffer.alloc(32, 1)],
      } as unknown as Parameters<typeof recordBrowser>[1],
      { request: { headers: {}, ip: '198.51.100.7' }, site: { brandId: 'local', origin: 'x' } } as Parameters<
        typeof recordBrowser
      >[2],
      { memberId: id, email, emailConfirmed: true, locale: 'it' },
      { device, newcomer: false },
    )
  const seenAt = async (memberId: string) => {
    const rows = db.selectFrom('member_devices').select('last_seen_at').where('member_id', '=', memberId)
    const found = await rows.orderBy('last_seen_at').execute()
    return found.map(({ last_seen_at: seen }) => seen.getTime() - at.getTime())
  }
  await enter('known')
  expect(await seenAt(id)).toHaveLength(61)
  await enter('new')
  // The newest of the sixty, the known one and the new one.
  expect(await seenAt(id)).toEqual([...Array.from({ length: 48 }, (_, n) => n + 12 - 1000), 0, 0])
  expect(await seenAt(other.session.angelId)).toEqual([-1000])
})

it('the network of a sign-in is forgotten after thirty days, the browser after half a year', async () => {
  const { db } = testServer.database
  const { angelId: id } = (await testServer.member()).session
  const at = new Date('2031-01-01T00:00:00Z')
  const row = (days: number) => {
    const seen = new Date(at.getTime() - days * 86_400_000)
    const network = '203.0.113.0/24'
    return { member_id: id, device_hash: Buffer.alloc(32, days), first_seen_at: seen, last_seen_at: seen, network }
  }
  await db.deleteFrom('member_devices').where('member_id', '=', id).execute()
  await db
    .insertInto('member_devices')
    .values([row(29), row(30), row(179), row(180)])
    .execute()
  await sweepBrowsers(db, at)
  const left = await db
    .selectFrom('member_devices')
    .select('network')
    .where('member_id', '=', id)
    .orderBy('last_seen_at', 'desc')
    .execute()
  expect(left.map(({ network }) => network)).toEqual(['203.0.113.0/24', null, null])
})
