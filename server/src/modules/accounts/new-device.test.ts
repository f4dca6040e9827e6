import { afterAll, beforeAll, expect, it } from 'vitest'
import { deviceCookie } from '#modules/identity/index.ts'
import { startTestServer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { mailsTo, mailWith } from './testing/mail.ts'

const hour = 3_600_000
const day = 24 * hour
const time = { offsetMs: 0 }
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(Date.now() + time.offsetMs) })
}, 60_000)
afterAll(() => testServer.close())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
/** Signs in with a browser's cookie, or from a new browser; returns the resulting cookie. */
async function enter(member: TestMember, device?: string): Promise<string> {
  const { status, headers } = await testServer.call('/api/users/authenticate', {
    body: { email: member.email, password: member.password },
    headers: {
      origin: testServer.url,
      'user-agent': firefox,
      ...(device ? { cookie: `${deviceCookie}=${device}` } : {}),
    },
  })
  expect(status).toBe(200)
  const set = headers.get('set-cookie') ?? ''
  expect(set).toMatch(
    new RegExp(`${deviceCookie}=[A-Za-z0-9_-]{43}; Max-Age=15552000; Path=/; HttpOnly; Secure; SameSite=Lax`),
  )
  return new RegExp(`${deviceCookie}=([^;]+)`).exec(set)?.[1] ?? ''
}
const notifications = async (member: TestMember) =>
  testServer.database.db
    .selectFrom('emails')
    .select('id')
    .where('member_id', '=', member.session.angelId)
    .where('kind', '=', 'new-device')
    .execute()

it('sends nothing after registration and confirmation', async () => {
  const member = await testServer.registeredMember()
  expect(await notifications(member)).toEqual([])
  expect(
    await testServer.database.db
      .selectFrom('member_devices')
      .select('notified_at')
      .where('member_id', '=', member.session.angelId)
      .execute(),
  ).toContainEqual({ notified_at: null })
})

it('sends time, browser and advice; once per browser, and once an hour', async () => {
  const member = await testServer.member()
  const device = await enter(member)
  const mail = await mailWith(testServer, member.email, '/forgotPassword')
  expect(mail.subject).toContain('Nuovo accesso')
  expect(mail.text).toMatch(/Firefox \(Linux\)/)
  expect(mail.text).not.toContain('Mozilla')
  expect(await enter(member, device)).toBe(device)
  expect(await notifications(member)).toHaveLength(1)
  const within = await enter(member)
  expect(within).not.toBe(device)
  expect(await notifications(member)).toHaveLength(1)
  time.offsetMs = hour + 60_000
  await enter(member, within)
  expect(await notifications(member)).toHaveLength(1)
  await Promise.all([enter(member), enter(member), enter(member, 'not a cookie of ours')])
  expect(await notifications(member)).toHaveLength(2)
  time.offsetMs = 0
})

it('also notifies about a client that asks for a bearer token and keeps no cookies', async () => {
  const member = await testServer.member()
  await testServer.call('/api/users/authenticate', {
    body: { email: member.email, password: member.password },
    headers: { 'x-session': 'bearer' },
  })
  expect(await notifications(member)).toHaveLength(1)
})

it('remembers browsers per member: nothing reveals that two members share one', async () => {
  const [one, two] = [await testServer.member(), await testServer.member()]
  const device = await enter(one)
  expect(await enter(two, device)).toBe(device)
  expect(await notifications(two)).toHaveLength(1)
  const hashes = await testServer.database.db
    .selectFrom('member_devices')
    .select('device_hash')
    .where('member_id', 'in', [one.session.angelId, two.session.angelId])
    .execute()
  expect(new Set(hashes.map((row) => row.device_hash.toString('hex'))).size).toBe(hashes.length)
})

it('sends nothing to an unconfirmed address', async () => {
  const member = await testServer.registeredMember({ confirmed: false })
  // The one that asks to confirm the address.
  await testServer.mailTo(member.email)
  await enter(member)
  expect(await notifications(member)).toEqual([])
  expect(await mailsTo(testServer, member.email)).toHaveLength(1)
})

it('drops a browser after half a year, and the oldest beyond the limit', async () => {
  const member = await testServer.member()
  const device = await enter(member)
  time.offsetMs = 181 * day
  await testServer.context.jobs.handlers['accounts-sweep']?.({}, { attempt: 1, last: false })
  expect(
    await testServer.database.db
      .selectFrom('member_devices')
      .select('device_hash')
      .where('member_id', '=', member.session.angelId)
      .execute(),
  ).toEqual([])
  await enter(member, device)
  expect(await notifications(member)).toHaveLength(2)
  await testServer.database.db
    .insertInto('member_devices')
    .values(
      Array.from({ length: 60 }, (_, n) => ({
        member_id: member.session.angelId,
        device_hash: Buffer.alloc(32, n),
        first_seen_at: new Date(n),
        last_seen_at: new Date(n),
        notified_at: null,
      })),
    )
    .execute()
  // A known browser takes no place of another.
  await enter(member, device)
  const count = () =>
    testServer.database.db
      .selectFrom('member_devices')
      .select('device_hash')
      .where('member_id', '=', member.session.angelId)
      .execute()
  expect(await count()).toHaveLength(61)
  await enter(member)
  const kept = await testServer.database.db
    .selectFrom('member_devices')
    .select('last_seen_at')
    .where('member_id', '=', member.session.angelId)
    .orderBy('last_seen_at')
    .execute()
  expect(kept).toHaveLength(50)
  expect(kept[0]?.last_seen_at.getTime()).toBe(12)
  time.offsetMs = 0
})
