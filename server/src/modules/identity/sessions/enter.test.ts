import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { enter } from './enter.ts'
import { makeSession } from './sessions.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
}, 60_000)
afterAll(() => testServer?.close())

const hour = 3_600_000

interface Setting {
  readonly state?: string
  readonly passwordNow?: string
  readonly confirmed?: boolean
  /** Milliseconds since the browser was last seen, and since the member was last notified. */
  readonly seen?: number
  readonly notified?: number
}

async function tryToEnter({ state = 'active', passwordNow = 'as it was', confirmed = true, seen, notified }: Setting) {
  const { pool, db } = testServer.database
  const memberId = (await testServer.member()).session.angelId
  const at = new Date()
  const ago = (ms: number): Date => new Date(at.getTime() - ms)
  await pool.query('delete from member_devices where member_id = $1', [memberId])
  await pool.query(
    `update members set state = $2, password_hash = $3, email_confirmed_at = case when $4 then now() end, last_active_at = '2001-01-01' where id = $1`,
    [memberId, state, passwordNow, confirmed],
  )
  const deviceHash = randomBytes(32)
  const device = (hash: Buffer, last: Date, notifiedAt: Date | null) =>
    pool.query(
      'insert into member_devices (member_id, device_hash, first_seen_at, last_seen_at, notified_at) values ($1, $2, $3, $3, $4)',
      [memberId, hash, last, notifiedAt],
    )
  if (seen !== undefined) await device(deviceHash, ago(seen), null)
  if (notified !== undefined) await device(randomBytes(32), ago(notified), ago(notified))
  const bucket = `login ${memberId}`
  const [address, elsewhere] = [randomBytes(32), randomBytes(32)]
  await pool.query(
    `insert into limit_counters select unnest(array[$1, 'other ' || $1]), date_trunc('hour', now()), 3`,
    [bucket],
  )
  await pool.query('insert into password_guesses (address_hash, wrong, last_at) values ($1, 3, $3), ($2, 3, $3)', [
    address,
    elsewhere,
    at,
  ])
  const { row } = makeSession({ memberId, brandId: 'local', device: 'test', at })
  const entered = await enter(db, {
    session: row,
    deviceHash,
    trace: { brandId: 'local', browserHash: Buffer.alloc(16, 1), network: '192.0.2.0/24' },
    passwordHash: 'as it was',
    tries: { buckets: [bucket], address },
    at,
  })
  const { rows } = await pool.query(
    `select (select count(*)::int from sessions where id = $1) as sessions, (select count(*)::int from limit_counters where bucket = $2) as tries,
      (select count(*)::int from password_guesses where address_hash = $6) as guesses,
      (select count(*)::int from limit_counters where bucket = 'other ' || $2)
        + (select count(*)::int from password_guesses where address_hash = $7) as others,
      (select last_seen_at = $4 from member_devices where member_id = $3 and device_hash = $5) as remembered,
      (select last_active_at = $4 from members where id = $3) as here`,
    [row.id, bucket, memberId, at, deviceHash, address, elsewhere],
  )
  return { entered, ...rows[0] }
}

it.each<[string, Setting]>([
  ['a known browser', { seen: hour }],
  ['a browser that is almost forgotten', { seen: 180 * 24 * hour - 1 }],
  ['a new browser whose member was notified almost an hour ago', { notified: hour - 1 }],
  ['a new browser whose member was notified of another within the hour', { notified: hour / 2 }],
  ['a new browser of a member whose address is not confirmed', { confirmed: false }],
])('starts a session in one statement from %s', async (_, setting) => {
  expect(await tryToEnter(setting)).toEqual({
    entered: true,
    sessions: 1,
    tries: 0,
    guesses: 0,
    others: 2,
    remembered: true,
    here: true,
  })
})

it.each<[string, Setting, boolean | null]>([
  ['a new browser that the member has to be notified of', {}, null],
  ['a new browser, the last notice being an hour old', { notified: hour }, null],
  ['a browser that was forgotten', { seen: 180 * 24 * hour }, false],
  ['a password that was changed meanwhile', { seen: hour, passwordNow: 'another' }, false],
  ['a suspended member', { seen: hour, state: 'suspended' }, false],
])('changes nothing for %s', async (_, setting, remembered) => {
  expect(await tryToEnter(setting)).toEqual({
    entered: false,
    sessions: 0,
    tries: 1,
    guesses: 1,
    others: 2,
    remembered,
    here: false,
  })
})

it('keeps the fifty browsers seen last, with the time of the last notification, unless expired since', async () => {
  const { pool, db } = testServer.database
  const at = new Date()
  const ago = (ms: number): Date => new Date(at.getTime() - ms)
  const memberId = (await testServer.member()).session.angelId
  await pool.query('update members set password_hash = null, email_confirmed_at = null where id = $1', [memberId])
  await pool.query('delete from member_devices where member_id = $1', [memberId])
  const comeIn = async (deviceHash: Buffer) => {
    const { row } = makeSession({ memberId, brandId: 'local', device: 'test', at })
    const tries = { buckets: ['none'], address: null }
    expect(
      await enter(db, {
        session: row,
        deviceHash,
        trace: { brandId: 'local', browserHash: Buffer.alloc(16, 1), network: null },
        passwordHash: null,
        tries,
        at,
      }),
    ).toBe(true)
  }
  const [known, forgotten] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  for (const [hash, seen] of [
    [known, 180 * 24 * hour - 1],
    [forgotten, 180 * 24 * hour],
  ] as const)
    await pool.query(
      'insert into member_devices (member_id, device_hash, first_seen_at, last_seen_at, notified_at) values ($1, $2, $3, $3, $3)',
      [memberId, hash, ago(seen)],
    )
  await comeIn(known)
  await comeIn(forgotten)
  const devices = async () =>
    (
      await pool.query<{ device_hash: Buffer; notified_at: Date | null }>(
        'select device_hash, notified_at from member_devices where member_id = $1 order by last_seen_at, device_hash',
        [memberId],
      )
    ).rows
  expect((await devices()).map(({ notified_at }) => notified_at)).toEqual([ago(180 * 24 * hour - 1), null])
  const others = Array.from({ length: 49 }, (_, n) => Buffer.alloc(32, 10 + n))
  for (const [n, hash] of others.entries())
    await pool.query('insert into member_devices values ($1, $2, $3, $3, null)', [memberId, hash, ago(hour * (n + 1))])
  const newest = Buffer.alloc(32, 200)
  await comeIn(newest)
  // Two of the three new ones, and the older ones of the others: the oldest was removed.
  const kept = (await devices()).map(({ device_hash: hash }) => hash[0])
  expect(kept).toHaveLength(50)
  expect([kept.includes(58), kept.includes(57), kept.includes(56), kept.includes(200)]).toEqual([
    false,
    false,
    true,
    true,
  ])
})
