import { randomBytes, randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProcess } from '#test/support/processes.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { makeChallenge, useChallenge } from '#modules/identity/passkeys/challenge.ts'
import { readUnsubscribeToken, unsubscribeToken } from '#modules/outreach/preferences/unsubscribe-link.ts'
import { mayWrite, suppress } from '#modules/outreach/preferences/suppressions.ts'
import { notifierHash } from '#modules/moderation/notices/notifier.ts'
import { chatName, memberOfChat } from '#modules/outreach/channels/telegram/links.ts'
import { openSealedRequest, sealRequest } from '#modules/payments/attempts/sealed-request.ts'
import { isSignedBy, signedUrl } from '#modules/photos/signed-urls.ts'
import type { Database } from '#platform/database/database.ts'
import { deriveKeys, keyedHash, keyedHashes, secretId, type Keys, type Secrets } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'
import { countSealedUnder, type SealedPlace } from '#platform/secrets/sealed-columns.ts'
import { noteSecret, requireKnownSecret } from '#platform/secrets/secrets.ts'
import { sealedPlaces } from '#src/tables.ts'
import { secretKeys } from './keys.ts'

const day = 86_400_000
const now = new Date()
const nameOf = ({ table, column }: SealedPlace): string => `${table}.${column}`
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

describe('everything that is stored sealed', () => {
  const [before, after] = [fresh(), fresh()]
  const sealed = (purpose: string, plain: string) => seal(deriveKeys([before], purpose), plain)
  const chat = { brandId: 'local', chatId: '4711' }
  const email = 'notifier@person.example.com'
  let memberId: string

  /** Rows under the secret of before, by column. */
  const rows: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
    'server_keys.sealed_private_jwk': (db) =>
      sql`insert into server_keys (kid, purpose, public_jwk, sealed_private_jwk, created_at, retires_at)
        values ('of-before', 'signup', '{}', ${sealed('signup keys', '{}')}, now(), now())`.execute(db),
    'payment_attempts.sealed_request': (db) =>
      sql`insert into payment_attempts (id, brand_id, member_id, order_key, provider, flow_id, flow_version, plan_id, plan,
          amount_minor, currency, state, sealed_request, created_at, updated_at, connection)
        values (${randomUUID()}, 'local', ${memberId}, ${randomUUID()}, 'x', 'x', '1', 'x', '{}', 100, 'EUR', 'failed',
          ${sealed('payment requests', '{}')}, now(), now(), 'x')`.execute(db),
    'staff_totp.secret': (db) =>
      // More than are read at once.
      sql`with made as (
          insert into staff (id, email, name, locale, state, created_at)
          select gen_random_uuid(), 'staff' || n || '@person.example.com', 'x', 'it', 'invited', now() from generate_series(1, 1200) n
          returning id)
        insert into staff_totp (staff_id, secret) select id, ${sealed('staff second factors', 'A')} from made`.execute(
        db,
      ),
    'staff_totp.pending': (db) =>
      sql`update staff_totp set pending = ${sealed('staff second factors', 'B')}
        where staff_id = (select min(staff_id::text)::uuid from staff_totp)`.execute(db),
    'push_devices.subscription_sealed': (db) =>
      sql`insert into push_devices (member_id, id, brand_id, session_id, endpoint_hash, subscription_sealed, created_at, renewed_at)
        select member_id, ${randomUUID()}, 'local', id, ${randomBytes(32)}, ${sealed('push', '{}')}, now(), now()
        from sessions where member_id = ${memberId}`.execute(db),
    'affiliate_keys.sealed': (db) =>
      sql`with made as (
          insert into affiliates (brand_id, id, name, source, added_by, added_at)
          values ('local', ${randomUUID()}, 'Radio', 'radio', 'staff:x', now()) returning brand_id, id)
        insert into affiliate_keys (brand_id, id, affiliate_id, hash, sealed, ending, made_by, made_at)
        select brand_id, ${randomUUID()}, id, ${randomBytes(32)}, ${sealed('affiliate keys', 'aff_x')}, 'abcd', 'staff:x', now()
        from made`.execute(db),
    'push_keys.private_key_sealed': (db) =>
      sql`insert into push_keys (brand_id, public_key, private_key_sealed, created_at)
        values ('of-before', 'x', ${sealed('push', 'x')}, now())`.execute(db),
    'telegram_links.chat_sealed': (db) =>
      sql`insert into telegram_links (member_id, brand_id, chat_hash, chat_sealed, linked_at)
        values (${memberId}, 'local', ${keyedHash(deriveKeys([before], 'telegram'), chatName(chat))},
          ${sealed('telegram', chat.chatId)}, now())`.execute(db),
    'reports.notifier': (db) =>
      sql`insert into reports (id, brand_id, reason, created_at, notifier, notifier_hash, notifier_locale)
        values (${randomUUID()}, 'local', 'x', now(), ${sealed('notices', JSON.stringify({ name: null, email }))},
          ${notifierHash(deriveKeys([before], 'notices'), 'local', email)}, 'it')`.execute(db),
  }

  it('can be read, and found, without the secret of before once it was rotated', async () => {
    const { db } = testServer.database
    memberId = (await testServer.member()).session.angelId
    expect(Object.keys(rows).toSorted()).toEqual(sealedPlaces.map(nameOf).toSorted())
    for (const insert of Object.values(rows)) await insert(db)
    const deps = { db, secrets: [after, before] as Secrets, clock: () => now }
    const [, older] = (await secretKeys(['list'], deps)).lines
    for (const { facts } of sealedPlaces) expect(older).toContain(facts.values)

    // A command that read another secret than the servers must not leave them without their data.
    const refused = await secretKeys(['rotate'], deps)
    expect([refused.ok, refused.lines[0]]).toEqual([
      false,
      expect.stringContaining('No server has used this SECRET_KEY'),
    ])
    for (const place of sealedPlaces)
      expect([nameOf(place), await countSealedUnder(db, place, after)]).toEqual([nameOf(place), 0])
    await noteSecret(db, after, now)
    expect((await secretKeys(['rotate'], deps)).lines[0]).toContain('1200 second factors of staff,')
    for (const place of sealedPlaces) {
      expect([nameOf(place), await countSealedUnder(db, place, before)]).toEqual([nameOf(place), 0])
      expect([nameOf(place), await countSealedUnder(db, place, after)]).not.toEqual([nameOf(place), 0])
    }
    expect(await memberOfChat(db, deriveKeys([after], 'telegram'), chat)).toBe(memberId)
    const hash = notifierHash(deriveKeys([after], 'notices'), 'local', email)
    expect(await db.selectFrom('reports').select('id').where('notifier_hash', '=', hash).execute()).toHaveLength(1)
    expect((await secretKeys(['rotate'], deps)).lines[0]).toContain('everything was already')
    await sql`delete from push_keys where brand_id = 'of-before'`.execute(db)
    await sql`delete from server_keys where kid = 'of-before'`.execute(db)
    await sql`delete from installation_secrets`.execute(db)
  })

  it('is declared by its table', () => {
    const notStored = [
      'modules/age-checks/wallet-routes.ts',
      'modules/identity/google/sealed-cookie.ts',
      'modules/moderation/notices/notice-link.ts',
      'modules/outreach/preferences/settings-link.ts',
      'modules/outreach/preferences/unsubscribe-link.ts',
      'modules/payments/checkout/order-token.ts',
      // In a schema that goes with the end of a move.
      'pool-move/state.ts',
    ]
    const stored = [
      'modules/affiliates/keys.ts',
      'modules/identity/signup/keys.ts',
      'modules/moderation/notices/notifier.ts',
      'modules/outreach/channels/push/devices.ts',
      'modules/outreach/channels/push/keys.ts',
      'modules/outreach/channels/telegram/links.ts',
      'modules/payments/attempts/sealed-request.ts',
      'modules/staff/accounts/sample-staff.ts',
      'modules/staff/sign-in/totp.ts',
    ]
    const src = new URL('../', import.meta.url)
    const found = globSync('**/*.ts', { cwd: src }).filter(
      (file) =>
        !file.endsWith('.test.ts') &&
        !file.startsWith('platform/secrets/') &&
        /\bseal\(/.test(readFileSync(new URL(file, src), 'utf8')),
    )
    expect(found.toSorted()).toEqual([...notStored, ...stored].toSorted())
  })
})

it('a database that was written under another secret is refused until that is accepted', async () => {
  const { db } = testServer.database
  const [own, other] = [fresh(), fresh()]
  await noteSecret(db, own, now)
  await expect(requireKnownSecret(db, [other])).rejects.toThrow(
    'SECRET_KEY: the database was written under another one',
  )
  await requireKnownSecret(db, [other, own])
  expect((await secretKeys(['accept'], { db, secrets: [other], clock: () => now })).lines[1]).toContain(
    'Telegram chats',
  )
  await requireKnownSecret(db, [other])
  await sql`delete from installation_secrets`.execute(db)
  await requireKnownSecret(db, [fresh()])
})

it('waits with an older secret for the end of a pool’s move, whose addresses are sealed too', async () => {
  const { db } = testServer.database
  const deps = { db, secrets: [fresh(), fresh()] as Secrets, clock: () => now }
  await sql`create schema pool_move`.execute(db)
  try {
    expect(await secretKeys(['rotate'], deps)).toEqual({
      ok: false,
      lines: expect.arrayContaining([expect.stringContaining('End the move')]),
    })
    expect((await secretKeys(['list'], deps)).lines[1]).toContain('a pool’s move')
  } finally {
    await sql`drop schema pool_move cascade`.execute(db)
  }
  await noteSecret(db, deps.secrets[0], now)
  expect((await secretKeys(['rotate'], deps)).ok).toBe(true)
  await sql`delete from installation_secrets`.execute(db)
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
    lines: [expect.stringContaining('1 keys of sign-ups')],
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
}, 120_000)
