import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { endNewness, refreshFindable } from './findable.ts'
import { endPresence, recordPresence } from './here-now.ts'
import { presenceOf } from './presence.ts'
import { changePrivacy } from './privacy.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
}, 60_000)
afterAll(() => testServer?.close())

const newIds = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => testServer.member()))).map(({ session }) => session.angelId)
/** Time of the latest activity while present. */
const seenAt = async (id: string) =>
  (
    await testServer.database.db
      .selectFrom('member_presence')
      .select('seen_at')
      .where('member_id', '=', id)
      .executeTakeFirst()
  )?.seen_at.toISOString()
/** Values in the list and the member's row, and both row versions, which change with every write. */
const written = async (id: string) => {
  const { rows } = await testServer.database.pool.query<{ listed: string; member: Date; versions: string }>(
    `select case when e.active_at = 'infinity' then 'here' else to_json(e.active_at at time zone 'UTC') #>> '{}' end as listed,
       m.last_active_at as member, e.ctid || ' ' || m.ctid as versions
     from members m join discovery_entries e on e.member_id = m.id where m.id = $1`,
    [id],
  )
  const [row] = rows
  if (!row) throw new Error('not listed')
  return { listed: row.listed, member: row.member.toISOString(), versions: row.versions }
}
const listed = async (id: string) => (await written(id)).listed
const at = (time: string) => new Date(`2030-01-01T${time}Z`)
const record = (ids: readonly string[], time: string) => recordPresence(testServer.database.db, ids, at(time))
const end = (time: string) => endPresence(testServer.database.db, at(time))

/** Runs `act` while another transaction holds row locks. */
async function whileHeld(query: string, id: string, act: () => Promise<void>): Promise<void> {
  const holder = await testServer.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(query, [id])
    await act()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

describe('who is here', () => {
  it('updates list and member row on arrival and departure only', async () => {
    const [here = '', away = ''] = await newIds(2)
    const before = await written(away)
    await record([here], '00:00:00')
    const arrived = await written(here)
    expect(arrived.listed).toBe('here')
    for (const time of ['00:01:00', '00:02:00', '00:03:00']) await record([here], time)
    await end('00:05:29.999')
    expect(await written(here)).toEqual(arrived)
    expect(await seenAt(here)).toBe('2030-01-01T00:03:00.000Z')
    await end('00:05:30')
    expect(await written(here)).toMatchObject({ listed: '2030-01-01T00:03:00', member: '2030-01-01T00:03:00.000Z' })
    expect(await seenAt(here)).toBeUndefined()
    expect(await written(away)).toEqual(before)
    await record([], '01:00:00')
    await record([here], '01:00:00')
    expect(await listed(here)).toBe('here')
  })

  it('is not overwritten by a later call with an earlier time', async () => {
    const [id = ''] = await newIds(1)
    await record([id], '02:01:00')
    await record([id], '02:00:00')
    expect(await seenAt(id)).toBe('2030-01-01T02:01:00.000Z')
    // A later change of the profile is not overwritten either.
    await testServer.database.db
      .updateTable('members')
      .set({ last_active_at: at('02:02:00') })
      .where('id', '=', id)
      .execute()
    await end('02:10:00')
    expect(await written(id)).toMatchObject({ member: '2030-01-01T02:02:00.000Z' })
  })

  it('keeps a member at the top of the list while their profile changes', async () => {
    const [id = ''] = await newIds(1)
    await record([id], '02:30:00')
    await refreshFindable(testServer.database.db, id)
    expect(await listed(id)).toBe('here')
  })

  it('does not affect the list of a member who hides it', async () => {
    const [id = '', silent = ''] = await newIds(2)
    await changePrivacy(testServer.database.db, silent, { hideLastSeen: true })
    const unseen = await listed(silent)
    await record([silent], '02:39:00')
    expect(await listed(silent)).toBe(unseen)
    const before = await listed(id)
    await record([id], '02:40:00')
    await changePrivacy(testServer.database.db, id, { hideLastSeen: true })
    const dayBefore = `${before.slice(0, 10)}T00:00:00`
    expect(await listed(id)).toBe(dayBefore)
    await record([id], '02:41:00')
    await end('02:42:00')
    expect(await listed(id)).toBe(dayBefore)
    await changePrivacy(testServer.database.db, id, { hideLastSeen: false })
    expect(await listed(id)).toBe('here')
    // Nor does the place in the list tell afterwards when they left: only the day.
    await end('02:50:00')
    expect([await listed(silent), await listed(id)]).toEqual(['2030-01-01T00:00:00', '2030-01-01T02:41:00'])
    await refreshFindable(testServer.database.db, silent)
    expect(await listed(silent)).toBe('2030-01-01T00:00:00')
  })

  it('does not wait for a locked member row, which is repaired later', async () => {
    const ids = await newIds(2)
    const [held = '', free = ''] = ids
    await whileHeld('select from discovery_entries where member_id = $1 for update', held, () =>
      record(ids, '03:00:00'),
    )
    expect([await listed(held), await listed(free)]).toEqual([expect.not.stringMatching('here'), 'here'])
    await end('03:01:00')
    expect(await listed(held)).toBe('here')
    await whileHeld('select from member_presence where member_id = $1 for update', held, () => record(ids, '03:02:00'))
    expect([await seenAt(held), await seenAt(free)]).toEqual(['2030-01-01T03:00:00.000Z', '2030-01-01T03:02:00.000Z'])
    await whileHeld('select from members where id = $1 for update', held, () => end('04:00:00'))
    expect([await listed(held), await listed(free)]).toEqual(['here', '2030-01-01T03:02:00'])
    await end('04:01:00')
    expect(await listed(held)).toBe('2030-01-01T03:00:00')
  })

  it('ends for a member who was erased meanwhile', async () => {
    const id = '00000000-0000-7000-8000-000000000001'
    await record([id], '05:00:00')
    await end('06:00:00')
    expect(await seenAt(id)).toBeUndefined()
  })

  it('can be written by several processes concurrently, in any order, also during departures', async () => {
    const ids = await newIds(12)
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        await record(n % 2 === 0 ? ids : ids.toReversed(), n < 20 ? '07:00:00' : '08:00:00')
        if (n % 8 === 0) await end('07:30:00')
      }),
    )
    await record(ids, '08:01:00')
    await end('08:02:00')
    for (const id of ids) expect([await seenAt(id), await listed(id)]).toEqual(['2030-01-01T08:01:00.000Z', 'here'])
  })
})

it('keeps a member marked as new in the list for seven days', async () => {
  const [older = '', newer = ''] = await newIds(2)
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
  await endNewness(db, new Date('2030-01-08T00:00:00Z'))
  const marked = await db
    .selectFrom('discovery_entries')
    .select('member_id')
    .where('is_new', '=', true)
    .where('member_id', 'in', [older, newer])
    .execute()
  expect(marked).toEqual([{ member_id: newer }])
})

it('ends the newness of many in batches, and leaves to the next run what it has no time for', async () => {
  const { db } = testServer.database
  const ids = await newIds(5)
  const created = new Date('2030-02-01T00:00:00Z')
  await db.updateTable('discovery_entries').set({ created_at: created }).where('member_id', 'in', ids).execute()
  const left = async () =>
    (
      await db
        .selectFrom('discovery_entries')
        .select('member_id')
        .where('is_new', '=', true)
        .where('member_id', 'in', ids)
        .execute()
    ).length
  const later = new Date('2030-02-09T00:00:00Z')
  await endNewness(db, later, { until: 0 })
  expect(await left()).toBe(5)
  let ms = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 1))
  const counts: number[] = []
  try {
    for (let n = 0; n < 100 && counts.at(-1) !== 0; n += 1) {
      await endNewness(db, later, { batch: 1, until: ms + 5 })
      counts.push(await left())
    }
  } finally {
    clock.mockRestore()
  }
  expect(counts.at(-1)).toBe(0)
  expect(counts.length).toBeGreaterThan(1)
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
  ['a week ago', '2026-06-10T10:00:00Z', '2026-06-03T10:00:00Z', null],
  ['less than a week ago', '2026-06-10T10:00:00Z', '2026-06-03T10:00:00.001Z', 'week'],
  ['two minutes and a half ago', '2026-06-10T10:00:00Z', '2026-06-10T09:57:30Z', 'today'],
  ['less than that ago', '2026-06-10T10:00:00Z', '2026-06-10T09:57:30.001Z', 'online'],
  ['a moment ago', '2026-06-10T10:00:00Z', '2026-06-10T09:58:00Z', 'online'],
])('shows last activity by the viewer’s calendar day: %s', (_, now, lastActive, said, zone = 'Europe/Rome') => {
  expect(presenceOf(new Date(lastActive), new Date(now), zone)).toBe(said)
})

describe('a long absence', () => {
  it('ends in the list of those who were not here for 180 days, and a visit brings them back', async () => {
    const [gone = '', recent = '', hidden = ''] = await newIds(3)
    const { pool } = testServer.database
    const run = () => testServer.context.jobs.handlers['members-leave-list']?.({}, { attempt: 1, last: false })
    const inList = async () =>
      (
        await pool.query<{ id: string }>('select member_id as id from discovery_entries where member_id = any($1)', [
          [gone, recent, hidden],
        ])
      ).rows
        .map(({ id }) => id)
        .sort()
    const age = (id: string, milliseconds: number) =>
      pool.query(
        `with m as (update members set last_active_at = $2, created_at = $2 where id = $1)
         update discovery_entries set active_at = $2, is_new = false where member_id = $1`,
        [id, new Date(Date.now() - milliseconds)],
      )
    const limit = 180 * 86_400_000
    await age(gone, limit + 60_000)
    await age(recent, limit - 60_000)
    await age(hidden, limit + 60_000)
    await run()
    expect(await inList()).toEqual([recent])
    await pool.query('update members set is_hidden = true where id = $1', [hidden])

    await recordPresence(testServer.database.db, [gone, recent, hidden], new Date())
    expect(await inList()).toEqual([gone, recent].sort())
    expect(await listed(gone)).toBe('here')
    await run()
    expect(await inList()).toEqual([gone, recent].sort())
  })
})
