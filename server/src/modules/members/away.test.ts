import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { leaveList } from './away.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer.close())
afterEach(() => void vi.restoreAllMocks())

it('who was last here more than half a year ago leaves the list of their pool, and no sample member', async () => {
  const { db } = testServer.database
  const now = new Date('2031-01-31T00:00:00Z')
  const host = 'battito.localhost'
  await db.insertInto('demo_installations').values({ mark: true, loaded_at: now, seed: 'test' }).execute()
  const members: Record<string, TestMember> = {
    long: await testServer.member(),
    'just as long': await testServer.member(),
    sample: await testServer.member(),
    'of another pool': await testServer.member({ host }),
  }
  const nameOf = new Map(Object.entries(members).map(([name, { session }]) => [session.angelId, name]))
  for (const [id, name] of nameOf) {
    const at = new Date(now.getTime() - 180 * 86_400_000 - (name === 'just as long' ? 0 : 1))
    await db
      .updateTable('discovery_entries')
      .set({ active_at: at, is_new: false })
      .where('member_id', '=', id)
      .execute()
    if (name === 'sample') await db.updateTable('members').set({ sample: true }).where('id', '=', id).execute()
  }
  const listed = async () => {
    const rows = await db
      .selectFrom('discovery_entries')
      .select('member_id')
      .where('member_id', 'in', [...nameOf.keys()])
    return (await rows.execute()).map(({ member_id: id }) => nameOf.get(id)).toSorted()
  }
  expect(await listed()).toHaveLength(4)
  await leaveList(db, ['local'], now)
  expect(await listed()).toEqual(['just as long', 'of another pool', 'sample'])
  await leaveList(db, ['local', 'battito'], new Date(now.getTime() + 1))
  expect(await listed()).toEqual(['sample'])
})

it('leaves to the next run what it has no time for', async () => {
  const { db } = testServer.database
  const now = new Date('2032-01-31T00:00:00Z')
  const members = await Promise.all(Array.from({ length: 30 }, () => testServer.member()))
  const ids = members.map(({ session }) => session.angelId)
  await db
    .updateTable('discovery_entries')
    .set({ active_at: new Date(now.getTime() - 200 * 86_400_000), is_new: false })
    .where('member_id', 'in', ids)
    .execute()
  const left = async () =>
    (await db.selectFrom('discovery_entries').select('member_id').where('member_id', 'in', ids).execute()).length
  let ms = 0
  // Each look at the time takes a millisecond, and there are fewer lists than that.
  vi.spyOn(performance, 'now').mockImplementation(() => (ms += 1))
  await leaveList(db, ['local'], now, { batch: 1, until: 0 })
  expect(await left()).toBe(30)
  const counts: number[] = []
  for (let n = 0; n < 100 && counts.at(-1) !== 0; n += 1) {
    await leaveList(db, ['local'], now, { batch: 1, until: ms + 26 })
    counts.push(await left())
  }
  expect(counts.at(-1)).toBe(0)
  expect(counts.length).toBeGreaterThan(1)
})
