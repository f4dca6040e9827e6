import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { endNewness, touchActive } from './findable.ts'
import { presenceOf } from './presence.ts'

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

it('keeps a member’s mark of a new one in the list for seven days', async () => {
  const [older = '', newer = ''] = [
    (await testServer.member()).session.angelId,
    (await testServer.member()).session.angelId,
  ]
  const at = new Date('2030-01-08T00:00:00Z')
  const { db } = testServer.database
  for (const [id, created] of [
    [older, '2030-01-01T00:00:00Z'],
    [newer, '2030-01-01T00:00:00.001Z'],
  ] as const)
    await db
      .updateTable('discovery_entries')
      .set({ created_at: new Date(created) })
      .where('member_id', '=', id)
      .execute()
  await endNewness(db, at)
  const marked = await db
    .selectFrom('discovery_entries')
    .select('member_id')
    .where('is_new', '=', true)
    .where('member_id', 'in', [older, newer])
    .execute()
  expect(marked).toEqual([{ member_id: newer }])
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

it.each([
  ['the first minute of the day', '2026-06-10T10:00:00Z', '2026-06-09T22:00:00Z', 'today'],
  ['the last minute of the day before', '2026-06-10T10:00:00Z', '2026-06-09T21:59:59.999Z', 'week'],
  [
    'the last minute of a day, asked in the first of the next',
    '2026-06-09T22:03:00Z',
    '2026-06-09T21:59:59.999Z',
    'week',
  ],
  ['the same clock elsewhere', '2026-06-10T10:00:00Z', '2026-06-09T22:00:00Z', 'week', 'Europe/London'],
  ['a day of 25 hours, from its first minute', '2026-10-25T22:59:00Z', '2026-10-24T22:00:00Z', 'today'],
  ['a day of 25 hours, before it', '2026-10-25T22:59:00Z', '2026-10-24T21:59:59.999Z', 'week'],
  ['a day of 23 hours, from its first minute', '2026-03-29T21:59:00Z', '2026-03-28T23:00:00Z', 'today'],
  ['a day of 23 hours, before it', '2026-03-29T21:59:00Z', '2026-03-28T22:59:59.999Z', 'week'],
  ['more than a week ago', '2026-06-10T10:00:00Z', '2026-06-03T09:59:00Z', null],
  ['a moment ago', '2026-06-10T10:00:00Z', '2026-06-10T09:58:00Z', 'online'],
])(
  'says when a member was last here by the day of the viewer: %s',
  (_, now, lastActive, said, zone = 'Europe/Rome') => {
    expect(presenceOf(new Date(lastActive), new Date(now), zone)).toBe(said)
  },
)
