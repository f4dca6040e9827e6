import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/test-server.ts'
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
  /** When the browser was last seen, and when the member was last notified of one, before now; milliseconds. */
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
  const device = (hash: Buffer, last: Date, toldAt: Date | null) =>
    pool.query('insert into member_devices values ($1, $2, $3, $3, $4)', [memberId, hash, last, toldAt])
  if (seen !== undefined) await device(deviceHash, ago(seen), null)
  if (notified !== undefined) await device(randomBytes(32), ago(notified), ago(notified))
  const bucket = `login ${memberId}`
  await pool.query(`insert into limit_counters values ($1, date_trunc('hour', now()), 3)`, [bucket])
  const { row } = makeSession({ memberId, brandId: 'local', device: 'test', at })
  const entered = await enter(db, {
    session: row,
    deviceHash,
    passwordHash: 'as it was',
    tries: { bucket, address: null },
    at,
  })
  const { rows } = await pool.query(
    `select (select count(*)::int from sessions where id = $1) as sessions, (select count(*)::int from limit_counters where bucket = $2) as tries,
      (select last_seen_at = $4 from member_devices where member_id = $3 and device_hash = $5) as remembered,
      (select last_active_at = $4 from members where id = $3) as here`,
    [row.id, bucket, memberId, at, deviceHash],
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
  expect(await tryToEnter(setting)).toEqual({ entered: true, sessions: 1, tries: 0, remembered: true, here: true })
})

it.each<[string, Setting, boolean | null]>([
  ['a new browser that the member has to be notified of', {}, null],
  ['a new browser, the last notice being an hour old', { notified: hour }, null],
  ['a browser that was forgotten', { seen: 180 * 24 * hour }, false],
  ['a password that was changed meanwhile', { seen: hour, passwordNow: 'another' }, false],
  ['a suspended member', { seen: hour, state: 'suspended' }, false],
])('changes nothing for %s', async (_, setting, remembered) => {
  expect(await tryToEnter(setting)).toEqual({ entered: false, sessions: 0, tries: 1, remembered, here: false })
})
