import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffByCommand } from '#commands/staff.ts'
import {
  createPasskey,
  type Lies,
  type SoftPasskey,
  usePasskey,
} from '#modules/identity/passkeys/testing/software-authenticator.ts'
import { consoleCall } from '#test/support/console-client.ts'
import { startTestServer, type Answer, type TestServer } from '#test/support/test-server.ts'

const password = 'a long sentence of mine'

let server: TestServer
let origin: string
let now = new Date('2026-05-04T08:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ clock: () => now, trustedProxies: ['127.0.0.0/8', '::1'] })
  origin = `http://admin.localhost:${new URL(server.url).port}`
})
afterAll(() => server?.close())

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
type Visit = ReturnType<typeof browser>

/** An invited person who has set a password, and no factor yet. */
async function invited(email: string): Promise<Visit> {
  const { lines } = await staffByCommand(
    ['create', '--email', email, '--name', 'Ada', '--brand', 'battito', '--roles', 'owner'],
    {
      db: server.database.db,
      brandKeys: ['battito'],
      console: { host: 'admin.localhost:1', origin },
      clock: () => now,
      user: 'root',
    },
  )
  const visit = browser()
  await visit('link/use', { token: lines.join(' ').split('#')[1] ?? '', name: 'Ada', password })
  return visit
}
async function withPassword(email: string, headers: Record<string, string> = {}): Promise<Visit> {
  const visit = browser(headers)
  expect((await visit('session', { email, password })).status).toBe(200)
  return visit
}
async function adding(visit: Visit, lies: Lies = {}) {
  const options = (await visit('account/passkeys/options', {})).body
  const { passkey, credential } = createPasskey(options, lies.origin ?? origin, lies)
  const { clientExtensionResults: _, ...sent } = credential
  return { passkey, credential: sent, answer: await visit('account/passkeys', { credential: sent }) }
}
async function joined(email: string) {
  const visit = await invited(email)
  const { passkey, answer } = await adding(visit)
  expect(answer.body.recoveryCodes).toHaveLength(10)
  return { visit, passkey, recoveryCodes: answer.body.recoveryCodes as string[] }
}
async function assertion(visit: Visit, passkey: SoftPasskey, lies: Lies = {}) {
  const options = (await visit('session/passkey', {})).body
  const { clientExtensionResults: _, ...credential } = usePasskey(passkey, options, lies.origin ?? origin, lies)
  return credential
}

it('a passkey is a first factor, completes the next sign-in, and renews the proof', async () => {
  const email = 'ada@example.com'
  const { visit: first, passkey } = await joined(email)
  expect(passkey.rpId).toBe('admin.localhost')
  expect((await first('session')).body.state).toBe('in')

  const visit = await withPassword(email)
  expect((await visit('session')).body).toMatchObject({ state: 'factor', methods: ['passkey', 'recovery'] })
  const credential = await assertion(visit, passkey)
  const both = await Promise.all([visit('session/factor', { credential }), visit('session/factor', { credential })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  expect((await visit('me')).status).toBe(200)

  minutes(11)
  const invite = () =>
    visit('battito/staff', { email: 'new@example.com', name: 'New', roles: ['support'], reason: 'starts today' })
  expect((await invite()).body.code).toBe('proof_needed')
  expect((await visit('session/factor', { credential: await assertion(visit, passkey) })).status).toBe(200)
  expect((await invite()).status).toBe(200)
})

it('an assertion from elsewhere, of another person, or without a check of the user counts for nothing', async () => {
  const email = 'grace@example.com'
  const { passkey } = await joined(email)
  const { passkey: other } = await joined('mary@example.com')
  const visit = await withPassword(email)
  const wrong: [string, SoftPasskey, Lies][] = [
    ['the page of a brand', passkey, { origin: 'http://battito.localhost' }],
    ['another relying party', passkey, { rpId: 'battito.localhost' }],
    ['no check of the user', passkey, { verified: false }],
    ['a made-up challenge', passkey, { challenge: 'A'.repeat(72) }],
    ['another person’s passkey', other, {}],
    ['another person’s key under the right id', passkey, { key: other.key }],
    ['a creation in place of an assertion', passkey, { type: 'webauthn.create' }],
    ['a counter that went back', passkey, { counter: 0 }],
  ]
  for (const [what, used, lies] of wrong) {
    const { status, body } = await visit('session/factor', { credential: await assertion(visit, used, lies) })
    expect([what, status, body.code]).toEqual([what, 401, 'factor_wrong'])
  }
  expect((await visit('me')).status).toBe(401)
  // The options of one browser are of no use in another.
  const thief = await withPassword(email)
  const credential = await assertion(visit, passkey)
  expect((await thief('session/factor', { credential })).status).toBe(401)
  const late = await assertion(visit, passkey)
  minutes(6)
  expect((await visit('session/factor', { credential: late })).status).toBe(401)
})

it('what is not a new passkey of this console is refused, and the last factor stays', async () => {
  const visit = await invited('hedy@example.com')
  for (const lies of [{ origin: 'http://battito.localhost' }, { rpId: 'battito.localhost' }, { verified: false }])
    expect((await adding(visit, lies)).answer.body).toMatchObject({ code: 'passkey_invalid', field: 'credential' })
  expect((await visit('session')).body.state).toBe('enrol')

  const { answer, credential, passkey } = await adding(visit)
  expect(answer.status).toBe(200)
  expect((await visit('account/passkeys', { credential })).body.code).toBe('passkey_expired')
  expect((await adding(visit, { id: passkey.id })).answer.body.code).toBe('passkey_known')
  expect((await adding(visit)).answer.body.recoveryCodes).toBeNull()
  const [one, two] = (await visit('account')).body.passkeys
  expect((await visit(`account/passkeys/${one.id}`, {}, 'DELETE')).status).toBe(200)
  expect((await visit(`account/passkeys/${two.id}`, {}, 'DELETE')).body.code).toBe('last_factor')
  // A stolen cookie adds no passkey of the thief.
  minutes(11)
  expect((await visit('account/passkeys/options', {})).body.code).toBe('proof_needed')
})

it('ten passkeys at most, also when two are added at once', async () => {
  const { visit } = await joined('joan@example.com')
  for (let n = 1; n < 9; n += 1) expect((await adding(visit)).answer.status).toBe(200)
  const both = await Promise.all([adding(visit), adding(visit)])
  expect(both.map(({ answer }) => answer.body.code ?? 'added').toSorted()).toEqual(['added', 'too_many_passkeys'])
  expect((await visit('account')).body.passkeys).toHaveLength(10)
})

it('who has only the password, and guesses codes, locks the person out of no factor', async () => {
  const email = 'ida@example.com'
  const { visit: signedIn, passkey, recoveryCodes } = await joined(email)
  const { secret } = (await signedIn('account/totp', {})).body
  const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })
  expect((await signedIn('account/totp/confirm', { code: codeNow() })).status).toBe(200)
  const tried = async (visit: Visit, times: number) => {
    const answers = []
    for (let n = 0; n < times; n += 1) answers.push((await visit('session/factor', { code: '000000' })).status)
    return answers
  }
  const first = await withPassword(email, { 'x-forwarded-for': '192.0.2.7' })
  expect(await tried(first, 12)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  // Another browser there is the same guesser.
  expect(await tried(await withPassword(email, { 'x-forwarded-for': '192.0.2.7' }), 1)).toEqual([429])

  // From her own address a code counts, until many addresses have guessed together.
  minutes(1)
  const owner = { 'x-forwarded-for': '198.51.100.9' }
  expect((await (await withPassword(email, owner))('session/factor', { code: codeNow() })).status).toBe(200)
  for (let n = 0; n < 5; n += 1) await tried(await withPassword(email, { 'x-forwarded-for': `203.0.113.${n}` }), 10)
  minutes(1)
  const locked = await withPassword(email, owner)
  expect((await locked('session/factor', { code: codeNow() })).status).toBe(429)
  // What cannot be guessed is always taken, also after wrong ones.
  for (let n = 0; n < 11; n += 1)
    expect((await locked('session/factor', { recoveryCode: 'abcd-efgh-jkmn-pqrs' })).status).toBe(401)
  expect((await locked('session/factor', { credential: await assertion(locked, passkey) })).status).toBe(200)
  const other = await withPassword(email, owner)
  expect((await other('session/factor', { recoveryCode: recoveryCodes[0] })).status).toBe(200)
})

it('guesses of others don’t keep a signed-in session from renewing its proof, nor from a new app', async () => {
  const email = 'june@example.com'
  const { visit } = await joined(email)
  const { secret } = (await visit('account/totp', {})).body
  const codeNow = (of = secret) => new TOTP({ secret: Secret.fromBase32(of) }).generate({ timestamp: now.getTime() })
  expect((await visit('account/totp/confirm', { code: codeNow() })).status).toBe(200)
  for (let n = 0; n < 6; n += 1) {
    const guesser = await withPassword(email, { 'x-forwarded-for': `203.0.113.${n + 20}` })
    for (let code = 0; code < 10; code += 1) await guesser('session/factor', { code: '000000' })
  }
  minutes(1)
  expect((await visit('session/factor', { code: codeNow() })).status).toBe(200)
  const renewed = (await visit('account/totp', {})).body
  expect((await visit('account/totp/confirm', { code: codeNow(renewed.secret) })).status).toBe(200)
  // A stolen cookie is no way to guess either.
  const answers = []
  for (let n = 0; n < 11; n += 1) answers.push((await visit('session/factor', { code: '000000' })).status)
  expect(answers.at(-1)).toBe(429)
})
