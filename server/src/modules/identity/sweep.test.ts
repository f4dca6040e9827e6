import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { deleteInBatches } from '#platform/database/delete-in-batches.ts'
import { sweepIdentity } from './sweep.ts'

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
  >(`select (select count(*)::int from sessions where brand_id = 'local') as sessions,
    (select count(*)::int from one_time_tokens where brand_id = 'local') as links,
    (select count(*)::int from signup_devices where brand_id = 'local') as devices`)
  return rows[0]
}
const sweepAfter = async (days: number) => {
  now = new Date(now.getTime() + days * 86_400_000)
  await testServer.context.jobs.handlers['identity-sweep']?.({}, job)
  return counts()
}

it('keeps what is valid and deletes what has expired', async () => {
  await testServer.registeredMember({ form: { fingerprint: 'a-device' } })
  const fresh = await counts()
  // Her device, and her mailbox.
  expect(fresh).toMatchObject({ sessions: expect.any(Number), devices: 2 })
  expect(fresh?.['sessions']).toBeGreaterThan(0)
  expect(fresh?.['links']).toBeGreaterThan(0)
  expect(await sweepAfter(1)).toEqual(fresh)
  // The links, of a day and of three, expired more than a week ago; session and signal live for 30 days.
  expect(await sweepAfter(20)).toEqual({ ...fresh, links: 0 })
  expect(await sweepAfter(10)).toEqual({ sessions: 0, links: 0, devices: 0 })
})

it('keeps sessions until they expire, links a week longer, device signals for thirty days', async () => {
  const { db, pool } = testServer.database
  const member = await testServer.member()
  const at = new Date('2031-01-31T00:00:00Z')
  const before = (days: number, ms: number) => new Date(at.getTime() - days * 86_400_000 + ms)
  for (const ms of [0, -1])
    await pool.query(
      `with session as (
        insert into sessions (token_hash, id, member_id, brand_id, device, created_at, last_seen_at, expires_at)
        values (sha256($1::bytea), gen_random_uuid(), $2, 'local', '', $3, $3, $3)),
      link as (
        insert into one_time_tokens (token_hash, purpose, brand_id, member_id, email, expires_at, created_at)
        values (sha256($1::bytea), 'autologin', 'local', $2, 'edge', $4, $4))
      insert into signup_devices (brand_id, signal_hash, email_hash, seen_at) values ('local', sha256($1::bytea), 'edge', $5)`,
      [String(ms), member.session.angelId, before(0, ms), before(7, ms), before(30, ms)],
    )
  await sweepIdentity(db, at)
  const { rows } = await pool.query(
    `select (select array_agg(expires_at) from sessions where member_id = $1 and expires_at > '2031-01-01') as sessions,
      (select array_agg(expires_at) from one_time_tokens where email = 'edge') as links,
      (select array_agg(seen_at) from signup_devices where email_hash = 'edge') as devices`,
    [member.session.angelId],
  )
  expect(rows).toEqual([{ sessions: [before(0, 0)], links: [before(7, 0)], devices: [before(30, 0)] }])
})

it('deletes in batches, so that no statement holds many rows', async () => {
  const { db, pool } = testServer.database
  const at = new Date('2032-01-31T00:00:00Z')
  await pool.query(
    `insert into signup_devices (brand_id, signal_hash, email_hash, seen_at)
    select 'local', sha256(n::text::bytea), 'many', $1::timestamptz - interval '31 days' - n * interval '1 s'
    from generate_series(1, 7) as n`,
    [at],
  )
  const due = { table: 'signup_devices', column: 'seen_at', before: new Date('2031-12-30T23:59:56Z') }
  const left = async () => {
    const { rows } = await pool.query(`select count(*)::int as n from signup_devices where email_hash = 'many'`)
    return rows[0]?.n as number
  }
  expect(await deleteInBatches(db, due, { batch: 2, until: 0 })).toEqual({ rows: 0, complete: false })
  expect(await left()).toBe(7)
  // Three of the seven are as young as the limit or younger: 31 days and one to four seconds before.
  expect(await deleteInBatches(db, due, { batch: 2 })).toMatchObject({ complete: true })
  expect(await left()).toBe(4)
  expect(await deleteInBatches(db, { ...due, inclusive: true }, { batch: 2 })).toEqual({ rows: 1, complete: true })
  // Rows locked by another transaction are left to the next run; nothing waits for them.
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query(`select from signup_devices where email_hash = 'many' order by seen_at limit 1 for update`)
    expect(await deleteInBatches(db, { ...due, before: at }, { batch: 2 })).toEqual({ rows: 2, complete: true })
    await other.query('rollback')
  } finally {
    other.release()
  }
  await sweepIdentity(db, at)
  expect(await left()).toBe(0)
})
