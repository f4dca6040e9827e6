import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffByCommand } from '#commands/staff.ts'
import { consoleCall, staffMember } from '#test/support/console-client.ts'
import { startTestServer, type Answer, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
let now = new Date('2026-05-04T08:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ clock: () => now, trustedProxies: ['127.0.0.0/8', '::1'] })
})
afterAll(() => server?.close())

const password = 'a long sentence of mine'
const minutes = (n: number) => (now = new Date(now.getTime() + n * 60_000))

/** A browser: keeps the console's cookie. */
function browser(headers: Record<string, string> = {}) {
  let cookie: string | undefined
  const call = consoleCall(server, () => cookie)
  return async (path: string, body?: unknown, method?: string): Promise<Answer> => {
    const answer = await call(`/admin/api/${path}`, {
      ...(body !== undefined && { body }),
      ...(method !== undefined && { method }),
      headers,
    })
    for (const line of answer.headers.getSetCookie())
      if (line.startsWith('__Host-console=')) cookie = /^[^;]+/.exec(line)?.[0]
    return answer
  }
}

const command = (...args: string[]) =>
  staffByCommand(args, {
    db: server.database.db,
    brandKeys: ['local', 'battito'],
    console: { host: 'admin.localhost:1', origin: 'http://admin.localhost:1' },
    clock: () => now,
    user: 'root',
  })
const linkIn = (lines: readonly string[]): string => lines.join(' ').split('#')[1] ?? ''
const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })

/** Creates a person by the command and sets everything up in a browser. */
async function joined(email: string, roles = 'owner', brand = 'battito') {
  const { lines } = await command('create', '--email', email, '--name', 'Ada', '--brand', brand, '--roles', roles)
  const visit = browser()
  expect((await visit('link/use', { token: linkIn(lines), name: 'Ada', password })).status).toBe(200)
  const { secret, modules } = (await visit('account/totp', {})).body
  expect(modules[0].length).toBe(modules.length)
  const { recoveryCodes } = (await visit('account/totp/confirm', { code: codeOf(secret) })).body
  return { visit, secret: secret as string, recoveryCodes: recoveryCodes as string[], lines }
}

it('an invited person sets a password and a second factor, and has no access before', async () => {
  const { lines } = await command(
    ...'create --email=Ada@Example.com --name=Ada --brand=battito --roles=owner,support'.split(' '),
  )
  const token = linkIn(lines)
  const visit = browser()
  expect((await visit('session')).body).toEqual({ state: 'none', methods: [], demoCode: null })
  expect((await visit('link', { token })).body).toEqual({
    purpose: 'invitation',
    email: 'ada@example.com',
    name: 'Ada',
    invitation: null,
  })
  // Opening it changes nothing.
  expect((await visit('link/use', { token, name: 'Ada', password: 'short' })).body.code).toBe('password_weak')
  expect((await visit('link/use', { token, name: 'Ada L.', password })).status).toBe(200)
  expect((await visit('session')).body).toMatchObject({ state: 'enrol' })
  expect((await visit('me')).status).toBe(401)
  expect((await visit('battito/staff')).status).toBe(401)
  const { secret } = (await visit('account/totp', {})).body
  expect((await visit('account/totp/confirm', { code: '000000' })).body.code).toBe('factor_wrong')
  const confirmed = await visit('account/totp/confirm', { code: codeOf(secret) })
  expect(confirmed.body.recoveryCodes).toHaveLength(10)
  expect((await visit('me')).body).toMatchObject({
    name: 'Ada L.',
    roles: [
      { brand: 'battito', role: 'owner' },
      { brand: 'battito', role: 'support' },
    ],
    brands: [{ key: 'battito', title: 'Battito' }],
  })
  // A link counts once.
  expect((await browser()('link/use', { token, name: 'Eve', password })).status).toBe(404)
})

it('signing in takes password and code, and a code counts once', async () => {
  const { secret, recoveryCodes } = await joined('grace@example.com')
  minutes(1)
  const visit = browser()
  const wrong = await visit('session', { email: 'grace@example.com', password: 'another long sentence' })
  const unknown = await visit('session', { email: 'unknown@example.com', password })
  expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
  expect((await visit('session', { email: 'GRACE@example.com', password })).status).toBe(200)
  expect((await visit('session')).body).toMatchObject({
    state: 'factor',
    methods: ['totp', 'recovery'],
    demoCode: null,
  })
  expect((await visit('battito/staff')).status).toBe(401)
  // A browser with the password only adds no factor of its own.
  expect((await visit('account/totp', {})).status).toBe(401)
  const code = codeOf(secret)
  const both = await Promise.all([visit('session/factor', { code }), visit('session/factor', { code })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  expect((await visit('session')).body.state).toBe('in')

  const other = browser()
  await other('session', { email: 'grace@example.com', password })
  expect((await other('session/factor', { code })).body.code).toBe('factor_wrong')
  const [recovery = '', next = ''] = recoveryCodes
  expect((await other('session/factor', { recoveryCode: recovery.toUpperCase().replaceAll('-', ' ') })).status).toBe(
    200,
  )
  const third = browser()
  await third('session', { email: 'grace@example.com', password })
  expect((await third('session/factor', { recoveryCode: recovery })).status).toBe(401)
  expect((await third('session/factor', { recoveryCode: next })).status).toBe(200)
})

it('money and people ask for the factor again after ten minutes, and a recovery code is not enough', async () => {
  const { visit, secret, recoveryCodes } = await joined('barbara@example.com')
  const invite = () =>
    visit('battito/staff', { email: 'new@example.com', name: 'New', roles: ['support'], reason: 'starts today' })
  minutes(11)
  expect((await invite()).body.code).toBe('proof_needed')
  expect((await visit('account/totp', {})).body.code).toBe('proof_needed')
  expect((await visit('session/factor', { recoveryCode: recoveryCodes[0] })).status).toBe(401)
  expect((await visit('session/factor', { code: codeOf(secret) })).status).toBe(200)
  expect((await invite()).status).toBe(200)
  expect((await invite()).body.code).toBe('staff_known')
  const mail = await server.mailTo('new@example.com')
  expect(mail.text).toContain('/link#')
})

it('a session ends after twelve hours, and at once when it comes from another network', async () => {
  const { visit, secret } = await joined('katherine@example.com')
  minutes(12 * 60 - 1)
  expect((await visit('me')).status).toBe(200)
  minutes(2)
  expect((await visit('me')).status).toBe(401)

  let from = '198.51.100.7'
  const roaming = (path: string, cookie: string) =>
    consoleCall(server, () => cookie)(`/admin/api/${path}`, { headers: { 'x-forwarded-for': from } })
  const signIn = consoleCall(server, () => undefined)
  const first = await signIn('/admin/api/session', {
    body: { email: 'katherine@example.com', password },
    headers: { 'x-forwarded-for': from },
  })
  const partial = /^[^;]+/.exec(first.headers.getSetCookie()[0] ?? '')?.[0] ?? ''
  const second = await consoleCall(server, () => partial)('/admin/api/session/factor', {
    body: { code: codeOf(secret) },
    headers: { 'x-forwarded-for': from },
  })
  const cookie = /^[^;]+/.exec(second.headers.getSetCookie()[0] ?? '')?.[0] ?? ''
  // Completing the sign-in replaces the token.
  expect((await roaming('me', partial)).status).toBe(401)
  from = '198.51.100.99'
  expect((await roaming('me', cookie)).status).toBe(200)
  from = '203.0.113.7'
  expect((await roaming('me', cookie)).status).toBe(401)
  from = '198.51.100.7'
  expect((await roaming('me', cookie)).status).toBe(401)
})

it('another site’s page, and one without an origin, change nothing', async () => {
  const { call } = await staffMember(server, { roles: ['owner@battito'], at: now })
  for (const origin of ['http://battito.localhost', 'null', ''])
    for (const [path, method] of [
      ['/admin/api/session', 'DELETE'],
      ['/admin/api/account', 'PUT'],
    ] as const) {
      const body = { name: 'Eve', locale: 'en' }
      const answer = await call(path, { method, body: method === 'PUT' ? body : {}, headers: { origin } })
      expect([origin, path, answer.status]).toEqual([origin, path, 403])
    }
  expect((await call('/admin/api/me')).body.name).toBe('Anna Bianchi')
})

it('a new name is in the audit of each brand of theirs, and one of two people has the address beside it', async () => {
  const owner = await staffMember(server, { roles: ['owner@battito'], at: now })
  const other = await staffMember(server, { roles: ['moderator@battito', 'support@vicino'], at: now })
  const rename = (name: string) => other.call('/admin/api/account', { method: 'PUT', body: { name, locale: 'it' } })
  expect((await rename('Carla Neri')).status).toBe(200)
  // Another language is no other name.
  expect((await rename('Carla Neri')).status).toBe(200)
  const renamed = async (by: typeof owner) =>
    (await by.call('/admin/api/battito/audit?of=staff')).body.entries.filter(
      (one: { action: string }) => one.action === 'staff_renamed',
    )
  expect(await renamed(owner)).toMatchObject([
    { by: 'Carla Neri', subjectName: 'Carla Neri', detail: { before: 'Anna Bianchi', after: 'Carla Neri' } },
  ])
  const { db } = server.database
  expect(
    (await db.selectFrom('audit_entries').select('about_brand').where('action', '=', 'staff_renamed').execute())
      .map((one) => one.about_brand)
      .toSorted(),
  ).toEqual(['battito', 'vicino'])
  // A colleague takes the same name, in another case.
  const { email } = await db.selectFrom('staff').select('email').where('id', '=', other.id).executeTakeFirstOrThrow()
  await owner.call('/admin/api/account', { method: 'PUT', body: { name: 'CARLA NERI', locale: 'it' } })
  expect((await renamed(owner)).map((one: { by: string }) => one.by)).toContain(`Carla Neri (${email})`)
})

it('the last owner cannot go, and a leaver’s sessions end who works at no other brand', async () => {
  const owner = await staffMember(server, { roles: ['owner@dolceluna'], at: now })
  const other = await staffMember(server, { roles: ['owner@dolceluna', 'support@vicino'], at: now })
  const change = (id: string, roles: string[]) =>
    owner.call(`/admin/api/dolceluna/staff/${id}/roles`, {
      method: 'PUT',
      body: { roles, before: ['owner'], reason: 'new team' },
    })
  const leave = (by: typeof owner, id: string) =>
    by.call(`/admin/api/dolceluna/staff/${id}/leave`, { body: { reason: 'left the company' } })
  // Both at once: one stays.
  const both = await Promise.all([leave(owner, other.id), leave(other, owner.id)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  const stays = both[0]?.status === 200 ? owner : other
  const left = stays === owner ? other : owner
  expect((await left.call('/admin/api/me')).status).toBe(left === owner ? 401 : 200)
  expect((await leave(stays, stays.id)).body.code).toBe('last_owner')
  if (stays === owner) expect((await change(owner.id, ['support'])).body.code).toBe('last_owner')
  expect((await stays.call('/admin/api/me')).status).toBe(200)
})

it('saves roles only over those that were read, so that no colleague’s change is lost', async () => {
  const owner = await staffMember(server, { roles: ['owner@amarelle'], at: now })
  const person = await staffMember(server, { roles: ['support@amarelle', 'finance@amarelle'], at: now })
  const change = (before: string[], roles: string[]) =>
    owner.call(`/admin/api/amarelle/staff/${person.id}/roles`, {
      method: 'PUT',
      body: { roles, before, reason: 'new team' },
    })
  const stored = async () => {
    const { body } = await owner.call('/admin/api/amarelle/staff')
    return body.find(({ id }: { id: string }) => id === person.id).roles
  }
  const both = await Promise.all([
    change(['support', 'finance'], ['support']),
    change(['finance', 'support'], ['support', 'finance', 'moderator']),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('roles_changed')
  const after = both[0]?.status === 200 ? ['support'] : ['finance', 'moderator', 'support']
  expect(await stored()).toEqual(after)
  expect((await change(after, ['marketing'])).status).toBe(200)
  expect(await stored()).toEqual(['marketing'])
})

it('an owner resets no one who also works at a brand of others, and sees only the own brand’s roles', async () => {
  const owner = await staffMember(server, { roles: ['owner@amarelle'], at: now })
  const shared = await staffMember(server, { roles: ['support@amarelle', 'owner@brisa'], at: now })
  const own = await staffMember(server, { roles: ['support@amarelle'], at: now })
  const reset = (id: string) => owner.call(`/admin/api/amarelle/staff/${id}/reset`, { body: { reason: 'lost phone' } })
  expect((await reset(shared.id)).body.code).toBe('elsewhere')
  expect((await shared.call('/admin/api/me')).status).toBe(200)
  expect((await reset(own.id)).status).toBe(200)
  expect((await own.call('/admin/api/me')).status).toBe(401)
  const { body } = await owner.call('/admin/api/amarelle/staff')
  expect(body.find(({ id }: { id: string }) => id === shared.id).roles).toEqual(['support'])
  expect(JSON.stringify(body)).not.toContain('brisa')
  const elsewhere = await staffMember(server, { roles: ['support@brisa'], at: now })
  expect((await reset(elsewhere.id)).status).toBe(404)
})

it('leaving one brand ends no session of who works at another, and its roles at once', async () => {
  const owner = await staffMember(server, { roles: ['owner@amarelle'], at: now })
  const shared = await staffMember(server, { roles: ['support@amarelle', 'owner@brisa'], at: now })
  const leave = await owner.call(`/admin/api/amarelle/staff/${shared.id}/leave`, { body: { reason: 'new contract' } })
  expect(leave.status).toBe(200)
  expect((await shared.call('/admin/api/me')).body.roles).toEqual([{ brand: 'brisa', role: 'owner' }])
  expect((await shared.call('/admin/api/amarelle/tickets')).status).toBe(403)
  expect((await shared.call('/admin/api/brisa/staff')).status).toBe(200)
})

it('guessing is limited for each address and network, and codes for each person', async () => {
  const { secret } = await joined('hedy@example.com')
  const guess = (ip: string, email = 'hedy@example.com') =>
    consoleCall(server, () => undefined)('/admin/api/session', {
      body: { email, password: 'not the right one' },
      headers: { 'x-forwarded-for': ip },
    })
  const answers = []
  for (let n = 0; n < 11; n += 1) answers.push((await guess('192.0.2.5')).status)
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  // No one locks a person out from elsewhere.
  const visit = browser({ 'x-forwarded-for': '198.51.100.20' })
  expect((await visit('session', { email: 'hedy@example.com', password })).status).toBe(200)
  const codes = []
  for (let n = 0; n < 11; n += 1) codes.push((await visit('session/factor', { code: '000000' })).status)
  expect(codes.at(-1)).toBe(429)
  minutes(61)
  const again = browser()
  await again('session', { email: 'hedy@example.com', password })
  expect((await again('session/factor', { code: codeOf(secret) })).status).toBe(200)
})

it('the command refuses what it does not know and changes nothing', async () => {
  const asked: [string, string[]][] = [
    ['What to do', ['make']],
    ['--email', ['create', '--email', 'no address', '--name', 'A', '--brand', 'battito', '--roles', 'owner']],
    ['--brand', ['create', '--email', 'x@example.com', '--name', 'A', '--brand', 'nowhere', '--roles', 'owner']],
    ['--roles', ['create', '--email', 'x@example.com', '--name', 'A', '--brand', 'battito', '--roles', 'king']],
    ['--name', ['create', '--email', 'x@example.com', '--name', ' ', '--brand', 'battito', '--roles', 'owner']],
    ['There is no account', ['reset', '--email', 'x@example.com']],
  ]
  for (const [said, args] of asked) {
    const { ok, lines } = await command(...args)
    expect([args, ok, lines.join(' ')]).toEqual([args, false, expect.stringContaining(said)])
  }
  expect((await command('list')).lines.join('\n')).not.toContain('x@example.com')
})
