import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { openBus } from '#platform/live/bus.ts'
import type { Principal } from '#platform/caller.ts'
import { createLog } from '#platform/process/log.ts'
import { createRealtime } from '#platform/live/realtime.ts'
import { inPageLanguage } from './page-language.ts'
import { createSessions, makeSession } from './sessions.ts'

const [hour, day] = [3_600_000, 86_400_000]
let offsetMs = 0
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => new Date(Date.now() + offsetMs) })
}, 60_000)
afterAll(() => testServer?.close())

const row = ({ session }: TestMember) =>
  testServer.database.db
    .selectFrom('sessions')
    .select(['expires_at', 'last_seen_at'])
    .where('member_id', '=', session.angelId)
    .executeTakeFirstOrThrow()
const verify = (member: TestMember) => testServer.call('/api/users/verify', { body: {}, token: member.token })
const signIn = (email: string, password: string) =>
  testServer.call('/api/users/authenticate', { body: { email, password }, headers: { 'x-session': 'bearer' } })

describe('a session', () => {
  it('ends thirty days after it started, and thirty days after a visit from then on', async () => {
    const member = await testServer.member()
    const started = await row(member)
    expect(started.expires_at.getTime() - started.last_seen_at.getTime()).toBe(30 * day)
    offsetMs += 2 * hour
    await verify(member)
    const visited = await row(member)
    expect(visited.last_seen_at.getTime() - started.last_seen_at.getTime()).toBeGreaterThanOrEqual(2 * hour)
    expect(visited.expires_at.getTime() - visited.last_seen_at.getTime()).toBe(30 * day)
    // Written at most once an hour, and only for the visiting session.
    offsetMs += hour / 2
    const other = await testServer.member()
    const before = await row(other)
    await verify(member)
    expect([await row(member), await row(other)]).toEqual([visited, before])
  })

  it('has a cookie that lasts as long: it is sent again when the session is prolonged', async () => {
    const member = await testServer.member()
    const visit = async () => {
      const headers = { cookie: `__Host-session=${member.token}`, origin: testServer.url }
      const answer = await testServer.call('/api/users/verify', { body: {}, headers })
      expect(answer.body.verify).toBe(1)
      return answer.headers.get('set-cookie')
    }
    expect(await visit()).toBeNull()
    offsetMs += 2 * hour
    expect(await visit()).toMatch(new RegExp(`^__Host-session=${member.token}; Max-Age=2592000; .*HttpOnly`))
    expect(await visit()).toBeNull()
    // A program keeps its token itself.
    offsetMs += 2 * hour
    expect((await verify(member)).headers.get('set-cookie')).toBeNull()
  })
})

it('uses the language of the page in a browser, and the member’s own with a token', () => {
  const brand = { languages: ['it', 'en', 'fr'], defaultLanguage: 'it' } as const
  const token = 'A'.repeat(43)
  const locale = (headers: object, cookies: object) =>
    inPageLanguage(
      { locale: 'fr' } as Principal,
      { headers: { 'accept-language': 'en', ...headers }, cookies, query: {} } as unknown as FastifyRequest,
      brand,
    ).locale
  expect(locale({}, { '__Host-session': token })).toBe('en')
  expect(locale({ authorization: `Bearer ${token}` }, {})).toBe('fr')
  expect(locale({ authorization: `Bearer ${token}` }, { '__Host-session': token })).toBe('fr')
  expect(locale({}, {})).toBe('fr')
})

describe('signing out', () => {
  it('ends sockets and requests of that session, and of no other of the member', async () => {
    const member = await testServer.member()
    const other = (await signIn(member.email, member.password)).body.token as string
    const [own, theirs] = [await member.connect(), await member.connect(undefined, other)]
    const bystander = await testServer.member()
    const unrelated = await bystander.connect()
    const closed = new Promise((resolve) => own.raw.once('disconnect', resolve))
    expect((await testServer.call('/api/users/logout', { body: {}, token: member.token })).status).toBe(200)
    expect(await own.next('oldSocketRemoved')).toEqual({ reason: 'session_ended' })
    await closed
    // The reply arrives after everything sent before it.
    for (const socket of [theirs, unrelated]) {
      expect(await socket.send('read', { angelId: member.session.angelId, seq: 1 })).toBeDefined()
      expect(socket.raw.connected).toBe(true)
      expect(socket.received('oldSocketRemoved')).toEqual([])
    }
    const statusOf = async (token: string) => (await testServer.call('/api/block', { token })).status
    expect([await statusOf(member.token), await statusOf(other)]).toEqual([401, 200])
  })
})

describe('signing in again in the same browser', () => {
  it('ends the previous session and its sockets', async () => {
    const member = await testServer.member()
    const socket = await member.connect()
    const again = await testServer.call('/api/users/authenticate', {
      body: { email: member.email, password: member.password },
      headers: { origin: testServer.url, cookie: `__Host-session=${member.token}` },
    })
    expect(again.status).toBe(200)
    expect(await socket.next('oldSocketRemoved')).toEqual({ reason: 'session_ended' })
    expect((await testServer.call('/api/block', { token: member.token })).status).toBe(401)
  })
})

describe('a session look-up', () => {
  const change = (member: TestMember, values: { expires_at?: Date; brand_id?: string }) =>
    testServer.database.db.updateTable('sessions').set(values).where('member_id', '=', member.session.angelId).execute()
  const changeMember = (member: TestMember, values: { state?: string; level?: number }) =>
    testServer.database.db.updateTable('members').set(values).where('id', '=', member.session.angelId).execute()

  it('signs in at its own brand, until it expires, while the account is open', async () => {
    const sessions = createSessions(testServer.database.pool, () => new Date())
    const [open, expired, suspended] = [await testServer.member(), await testServer.member(), await testServer.member()]
    await change(expired, { expires_at: new Date(Date.now() - 1000) })
    await changeMember(suspended, { state: 'suspended' })
    const given = [
      { token: open.token, brandId: 'local' },
      { token: open.token, brandId: 'battito' },
      { token: expired.token, brandId: 'local' },
      { token: suspended.token, brandId: 'local' },
      { token: 'x'.repeat(43), brandId: 'local' },
    ]
    const wanted = ['active', 'none', 'none', 'disabled', 'none']
    const states = async (found: Promise<readonly { state: string }[]>) => (await found).map(({ state }) => state)
    expect(await states(Promise.all(given.map(({ token, brandId }) => sessions.findNow(token, brandId))))).toEqual(
      wanted,
    )
    expect(await states(sessions.findAllNow(given))).toEqual(wanted)
    expect(await states(sessions.findAllNow(given.toReversed()))).toEqual(wanted.toReversed())
    // Uncached, and then from the cache.
    for (let n = 0; n < 2; n += 1)
      expect(await states(Promise.all(given.map(({ token, brandId }) => sessions.find(token, brandId))))).toEqual(
        wanted,
      )
  })

  it('is repeated after a change of its member, and of no other', async () => {
    const at = new Date()
    const sessions = createSessions(testServer.database.pool, () => at)
    const bus = await openBus({ brokerUrl: undefined, keys: [Buffer.alloc(32)], log: createLog('silent') })
    sessions.follow(bus)
    const realtime = createRealtime(bus)
    const members = [await testServer.member(), await testServer.member()] as const
    const levels = async () =>
      (await Promise.all(members.map(({ token }) => sessions.find(token, 'local')))).map((found) =>
        found.state === 'active' ? found.principal.level : found.state,
      )
    const [one] = members
    for (const [say, level] of [
      [() => realtime.refresh(one.session.angelId), 1],
      [() => realtime.end(one.session.angelId, null, 'session_ended'), 2],
    ] as const) {
      const before = await levels()
      for (const member of members) await changeMember(member, { level })
      expect(await levels()).toEqual(before)
      say()
      expect(await levels()).toEqual([level, before[1]])
    }
  })

  it('is cached for a second, until the session is closed or messages may have been missed', async () => {
    const start = Date.now()
    let now = start
    const sessions = createSessions(testServer.database.pool, () => new Date(now))
    let missed = (): void => undefined
    sessions.follow({ subscribe: () => undefined, onGap: (listener) => (missed = listener) })
    const member = await testServer.member()
    const level = async () => {
      const found = await sessions.find(member.token, 'local')
      return found.state === 'active' ? found.principal.level : found.state
    }
    expect(await sessions.find(member.token, 'local')).toMatchObject({ principal: { level: 0, sample: false } })
    await changeMember(member, { level: 1 })
    now = start + 999
    expect(await level()).toBe(0)
    now = start + 1000
    expect(await level()).toBe(1)
    await changeMember(member, { level: 2 })
    expect(await level()).toBe(1)
    missed()
    expect(await level()).toBe(2)
    await sessions.close(testServer.database.db, member.token)
    expect(await level()).toBe('none')
  })

  it('truncates the browser’s name to two hundred characters', () => {
    const { row } = makeSession({ memberId: 'm', brandId: 'local', device: 'x'.repeat(300), at: new Date() })
    expect(row.device).toBe('x'.repeat(200))
  })

  it('is not cached if something changed while it was read', async () => {
    const sessions = createSessions(testServer.database.pool, () => new Date())
    const member = await testServer.member()
    const found = sessions.find(member.token, 'local')
    sessions.invalidate(member.session.angelId)
    await found
    await changeMember(member, { state: 'suspended' })
    expect((await sessions.find(member.token, 'local')).state).toBe('disabled')
  })
})

describe('an account without a password', () => {
  it('refuses every password, the decoy’s included', async () => {
    const member = await testServer.member()
    const { db } = testServer.database
    await db.updateTable('members').set({ password_hash: null }).where('id', '=', member.session.angelId).execute()
    for (const password of ['nobody has this password', 'null', 'undefined', member.password])
      expect((await signIn(member.email, password)).body).toMatchObject({ status: 401, code: 'mail_password_errati' })
    expect((await signIn('nobody.at.all@person.example.com', 'nobody has this password')).status).toBe(401)
    const form = { age: 30, geo: 'Lazio', sono: 'uomo', cerco: 'donna', terms1: true, terms2: true, terms3: true }
    const utente = await testServer.encrypt({
      ...form,
      terms4: true,
      email: member.email,
      password: 'nobody has this password',
    })
    expect((await testServer.call('/api/users/register', { body: { utente } })).body.code).toBe('1000')
    const path = '/api/users/cancelDeletion'
    await db
      .updateTable('members')
      .set({ state: 'deleting', deletion_due_at: new Date(Date.now() + 9 * day) })
      .where('id', '=', member.session.angelId)
      .execute()
    const kept = { email: member.email, password: 'nobody has this password' }
    expect((await testServer.call(path, { body: kept })).body.code).toBe('mail_password_errati')
  })
})
