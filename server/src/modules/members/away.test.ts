import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '../../../test/test-server.ts'
import { leaveList } from './away.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer.close())

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
