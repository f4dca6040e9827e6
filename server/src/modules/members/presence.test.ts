import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { touchActive } from './findable.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
}, 60_000)
afterAll(() => testServer?.close())

const times = async (ids: readonly string[]) => {
  const { rows } = await testServer.database.pool.query<{ member: Date; listed: Date }>(
    `select m.last_active_at as member, e.active_at as listed from members m
     join discovery_entries e on e.member_id = m.id where m.id = any($1) order by array_position($1, m.id)`,
    [ids],
  )
  return rows.map(({ member, listed }) => [member.toISOString(), listed.toISOString()])
}

it('writes who is here into the member and the list', async () => {
  const [here, away] = [(await testServer.member()).session.angelId, (await testServer.member()).session.angelId]
  const before = await times([here, away])
  await touchActive(testServer.database.db, [here], new Date('2030-01-01T00:00:00Z'))
  const at = '2030-01-01T00:00:00.000Z'
  expect(await times([here, away])).toEqual([[at, at], before[1]])
  await touchActive(testServer.database.db, [], new Date('2031-01-01T00:00:00Z'))
  expect(await times([here, away])).toEqual([[at, at], before[1]])
})

it('passes over who is just being changed, and waits for nobody', async () => {
  const ids = [(await testServer.member()).session.angelId, (await testServer.member()).session.angelId]
  const [held = '', free = ''] = ids
  const [before] = await times([held])
  const holder = await testServer.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from members where id = $1 for update', [held])
    await touchActive(testServer.database.db, ids, new Date('2032-01-01T00:00:00Z'))
    const at = '2032-01-01T00:00:00.000Z'
    expect(await times([held, free])).toEqual([before, [at, at]])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

it('two processes that saw the same members in other orders do not end in a deadlock', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, async () => (await testServer.member()).session.angelId))
  const at = new Date('2033-01-01T00:00:00Z')
  const many = Array.from({ length: 40 }, (_, n) =>
    touchActive(testServer.database.db, n % 2 === 0 ? ids : ids.toReversed(), at),
  )
  await Promise.all(many)
  expect(new Set((await times(ids)).flat())).toEqual(new Set([at.toISOString()]))
})
