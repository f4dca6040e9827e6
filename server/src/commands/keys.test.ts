import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProcess } from '#test/support/processes.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { makeChallenge, useChallenge } from '#modules/identity/passkeys/challenge.ts'
import { readUnsubscribeToken, unsubscribeToken } from '#modules/outreach/preferences/unsubscribe-link.ts'
import { mayWrite, suppress } from '#modules/outreach/preferences/suppressions.ts'
import { openSealedRequest, sealRequest } from '#modules/payments/attempts/sealed-request.ts'
import { isSignedBy, signedUrl } from '#modules/photos/signed-urls.ts'
import { deriveKeys, keyedHashes, secretId, type Keys, type Secrets } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'
import { secretKeys } from './keys.ts'

const day = 86_400_000
const now = new Date()
const fresh = () => randomBytes(32).toString('base64')

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ bystanders: false, jobs: false })
})
afterAll(() => testServer.close())

describe('data made under the previous secret', () => {
  const [before, after] = [deriveKeys([fresh()], 'x'), deriveKeys([fresh()], 'x')]
  const both: Keys = [after[0], before[0]]
  const truthy = (work: () => unknown): boolean => {
    try {
      return Boolean(work())
    } catch {
      // A value that cannot be opened counts as refused.
      return false
    }
  }
  const subscription = { brandId: 'local', memberId: crypto.randomUUID(), list: 'notices' } as const
  const ceremony = {
    purpose: 'get',
    site: { brandId: 'local', poolId: 'local', host: 'h', origin: 'http://h' },
    holder: 'b',
  } as const
  const kinds: Readonly<Record<string, { make(keys: Keys): string; isRead(keys: Keys, made: string): unknown }>> = {
    'a sealed text': { make: (keys) => seal(keys, 'text'), isRead: (keys, made) => unseal(keys, made) === 'text' },
    'the link of a mail': {
      make: (keys) => unsubscribeToken(keys, subscription),
      isRead: (keys, made) => readUnsubscribeToken(keys, made),
    },
    "a picture's address": {
      make: (keys) => signedUrl(keys, 'p', 'card').split('s=')[1] ?? '',
      isRead: (keys, made) => isSignedBy(keys, 'p', 'card', made),
    },
    'an open payment': {
      make: (keys) => sealRequest(keys, { request: {} as never, returnParams: null }),
      isRead: (keys, made) => openSealedRequest(keys, made),
    },
    'a hash of an address': {
      make: (keys) => keyedHashes(keys, 'a')[0]?.toString('hex') ?? '',
      isRead: (keys, made) => keyedHashes(keys, 'a').some((hash) => hash.toString('hex') === made),
    },
  }

  it.each(Object.entries(kinds))(
    '%s is readable, and new data is written under the new secret',
    (_, { make, isRead }) => {
      const [old, made] = [make(before), make(both)]
      expect(truthy(() => isRead(both, old))).toBe(true)
      expect(truthy(() => isRead(both, made))).toBe(true)
      expect(truthy(() => isRead(after, made))).toBe(true)
      expect(truthy(() => isRead(before, made))).toBe(false)
      expect(truthy(() => isRead(after, old))).toBe(false)
    },
  )

  it('a passkey challenge is accepted once', async () => {
    const { db } = testServer.database
    const [old, made] = [makeChallenge(before, ceremony, now), makeChallenge(both, ceremony, now)]
    expect(await useChallenge(db, after, ceremony, old, now)).toBe(false)
    expect(await useChallenge(db, both, ceremony, old, now)).toBe(true)
    expect(await useChallenge(db, both, ceremony, old, now)).toBe(false)
    expect(await useChallenge(db, before, ceremony, made, now)).toBe(false)
    expect(await useChallenge(db, after, ceremony, made, now)).toBe(true)
  })

  it('a suppressed address gets no mail', async () => {
    const { db } = testServer.database
    const stranger = { brandId: 'local', memberId: null, address: 'left@person.example.com', list: 'notices' } as const
    await suppress(db, { addressKeys: before }, { ...stranger, source: 'provider', at: now })
    expect(await mayWrite(db, { addressKeys: after }, stranger)).toBe(true)
    expect(await mayWrite(db, { addressKeys: both }, stranger)).toBe(false)
    await db.deleteFrom('mail_suppressions').execute()
  })
})

it('refuses unknown verbs, and rotates nothing without an older secret', async () => {
  const deps = { db: testServer.database.db, secrets: [fresh()] as Secrets, clock: () => now }
  for (const wrong of [[], ['delete'], ['rotate', 'all'], ['rotate']])
    expect((await secretKeys(wrong, deps)).ok, wrong.join()).toBe(false)
  const [line = ''] = (await secretKeys(['new'], deps)).lines
  expect(Buffer.from(line.replace('SECRET_KEY=', ''), 'base64')).toHaveLength(32)
})

it('an installation changes its secret while people sign up, and then drops the previous one', async () => {
  const { db } = testServer.database
  const [before, after] = [testServer.config.secretKey, fresh()]
  const list = async (secrets: Secrets, at = now) =>
    (await secretKeys(['list'], { db, secrets, clock: () => at })).lines
  // The process with the previous secret records its use.
  await (await startProcess(testServer.config)).kill()
  const form = (email: string) => ({
    email,
    password: 'tre parole a caso',
    age: 30,
    geo: 'Lazio',
    sono: 'uomo',
    cerco: 'donna',
    terms1: true,
    terms2: true,
    terms3: true,
    terms4: true,
    fingerprint: 'f'.repeat(32),
  })
  const register = async (url: string, body: object) =>
    (
      await fetch(`${url}/api/users/register`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'x-session': 'bearer' },
      })
    ).status
  const utente = { utente: await testServer.encrypt(form('before@person.example.com')) }
  const altcha = await testServer.solve()
  const { token, session } = await testServer.member()

  const config = { ...testServer.config, secretKey: after }
  const one = await startProcess(config, { env: { SECRET_KEYS_OLD: before } })
  const kid = async () => (await (await fetch(`${one.url}/.well-known/jwks.json`)).json()).keys[0].kid
  const kidBefore = await kid()
  expect(await register(one.url, { ...utente, altcha })).toBe(200)
  const own = await fetch(`${one.url}/api/users/profile/${session.clickid}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(own.status).toBe(200)
  expect(one.log()).not.toContain('SECRET_KEY is not the one of before')
  expect(await list([after, before])).toEqual([
    expect.stringMatching(new RegExp(`^${secretId(after)} is written under: .*2 device signals`)),
    expect.stringMatching(new RegExp(`^${secretId(before)} is only read: 1 keys of sign-ups, .*links in mails until`)),
  ])

  const rotated = await secretKeys(['rotate'], { db, secrets: [after, before], clock: () => now })
  expect(rotated).toEqual({
    ok: true,
    lines: [`Sealed under ${secretId(after)}: 1 keys of sign-ups, 0 open payments.`],
  })
  expect(await kid()).toBe(kidBefore)
  expect((await list([after, before]))[1]).not.toContain('keys of sign-ups')
  expect((await list([after, before], new Date(now.getTime() + 61 * day)))[1]).not.toContain('links')
  await db.deleteFrom('signup_devices').execute()
  expect((await list([after, before], new Date(now.getTime() + 61 * day)))[1]).toBe(
    `${secretId(before)} may be taken out`,
  )
  await one.kill()

  const last = await startProcess(config)
  const late = { utente: await testServer.encrypt(form('after@person.example.com')) }
  expect(await register(last.url, late)).toBe(200)
  expect(last.log()).not.toContain('SECRET_KEY is not the one of before')
  expect((await list([after]))[1]).toMatch(
    new RegExp(`^${secretId(before)} was written under until .* not given here$`),
  )
  await last.kill()
}, 60_000)
