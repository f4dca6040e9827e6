import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostPasskeys } from '@incontro/contract'
import { startTestServer, type Answer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { browserCookie } from './sign-in.ts'
import { createPasskey, usePasskey, type Lies, type SoftPasskey } from './testing/software-authenticator.ts'

let testServer: TestServer
let now = Date.now()
const minutes = (n: number): void => {
  now += n * 60_000
}
beforeAll(async () => {
  testServer = await startTestServer({ limitFactor: 5, clock: () => new Date(now) })
}, 60_000)
afterAll(() => testServer.close())

const elsewhere = 'battito.localhost'
const at = (host: string | undefined) => (host === undefined ? {} : { host })
const originOf = (host = 'localhost'): string => `http://${host}:${new URL(testServer.url).port}`

/** A new member's session is minutes old: it counts as reauthentication. */
const askToAdd = (member: TestMember, body: { password?: string } = {}, token = member.token): Promise<Answer> =>
  testServer.call('/api/users/passkeys/options', { body, token })
const keep = (token: string, credential: unknown, more: { name?: string; host?: string } = {}): Promise<Answer> =>
  testServer.call('/api/users/passkeys', {
    body: { credential, ...(more.name === undefined ? {} : { name: more.name }) },
    token,
    ...at(more.host),
  })

async function addPasskey(
  member: TestMember,
  lies: Lies = {},
  name?: string,
): Promise<{ passkey: SoftPasskey; view: { id: string; name: string; credentialId: string } }> {
  const { passkey, credential } = createPasskey((await askToAdd(member)).body, originOf(), lies)
  const { status, body } = await keep(member.token, credential, name === undefined ? {} : { name })
  expect(status, JSON.stringify(body)).toBe(200)
  return { passkey, view: body }
}
const signInAgain = async (member: TestMember): Promise<string> =>
  (
    await testServer.call('/api/users/authenticate', {
      body: { email: member.email, password: member.password },
      headers: { 'x-session': 'bearer' },
    })
  ).body.token
const listOf = async (member: TestMember, token = member.token) =>
  (await testServer.call('/api/users/passkeys', { token })).body

async function askToEnter(host?: string): Promise<{ options: { challenge: string; rpId: string }; browser: string }> {
  const { status, body, headers } = await testServer.call('/api/users/authenticate/passkey/options', {
    body: {},
    ...at(host),
  })
  expect(status).toBe(200)
  return { options: body, browser: /__Host-passkey=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '' }
}
const enter = (credential: unknown, browser: string | undefined, host?: string): Promise<Answer> =>
  testServer.call('/api/users/authenticate/passkey', {
    body: { credential },
    ...at(host),
    headers: {
      'x-session': 'bearer',
      origin: originOf(host),
      ...(browser === undefined ? {} : { cookie: `${browserCookie}=${browser}` }),
    },
  })
async function signIn(passkey: SoftPasskey, lies: Lies = {}): Promise<Answer> {
  const { options, browser } = await askToEnter()
  return enter(usePasskey(passkey, options, originOf(), lies), browser)
}
const emailsOf = async (member: TestMember, kind: string): Promise<number> =>
  (
    await testServer.database.db
      .selectFrom('emails')
      .select('id')
      .where('kind', '=', kind)
      .where('member_id', '=', member.session.angelId)
      .execute()
  ).length

describe('adding a passkey', () => {
  it('is allowed right after signing in; the passkey then signs in without an email, and the member is notified', async () => {
    const member = await testServer.member()
    const { body: options } = await askToAdd(member)
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{72}$/),
      rp: { id: 'localhost', name: 'Incontro' },
      user: {
        id: Buffer.from(member.session.angelId.replaceAll('-', ''), 'hex').toString('base64url'),
        name: member.email,
        displayName: member.session.screenName,
      },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: [],
      extensions: { credProps: true },
      hints: [],
    })
    const { passkey, credential } = createPasskey(options, originOf())
    const { body: view } = await keep(member.token, credential, { name: 'Firefox su Linux' })
    expect(view).toMatchObject({
      name: 'Firefox su Linux',
      synced: true,
      lastUsedAt: null,
      createdAt: new Date(now).toISOString(),
    })
    expect(await listOf(member)).toEqual([view])
    // The options exclude the existing passkey.
    expect((await askToAdd(member)).body.excludeCredentials).toEqual([
      { type: 'public-key', id: view.credentialId, transports: ['internal', 'hybrid'] },
    ])

    minutes(1)
    const { status, body, headers } = await signIn(passkey)
    expect(status).toBe(200)
    expect(body).toMatchObject({ login: true, email: member.email, clickid: member.session.clickid })
    expect(body.token).toHaveLength(43)
    expect(headers.get('set-cookie')).toMatch(/__Host-passkey=;/)
    expect((await listOf(member, body.token))[0].lastUsedAt).toBe(new Date(now).toISOString())

    const { subject, html, links } = await testServer.mailTo(member.email, 'passkey')
    expect(subject).toContain('Nuova passkey')
    expect(html).toContain('Vedi le tue passkey')
    expect(links).toContain(`${testServer.url}/settings/security#passkeys`)
  })

  it('names it after its password manager, if known', async () => {
    const member = await testServer.member()
    const { view } = await addPasskey(
      member,
      { aaguid: 'd548826e-79b4-db40-a3d8-11116f7e8349', synced: false },
      'Chrome su Windows',
    )
    expect(view).toMatchObject({ name: 'Bitwarden', synced: false })
    expect((await addPasskey(member)).view.name).toBe('')
  })

  it('asks for the password once the session is older than ten minutes, and limits attempts', async () => {
    const member = await testServer.member()
    const before = (await askToAdd(member)).body
    minutes(11)
    expect(await askToAdd(member)).toMatchObject({ status: 403, body: { code: 'password_needed', field: 'password' } })
    expect(await askToAdd(member, { password: '' })).toMatchObject({ status: 403, body: { code: 'password_needed' } })
    expect(await askToAdd(member, { password: 'quella di un altro' })).toMatchObject({
      status: 403,
      body: { code: 'password_errata', field: 'password' },
    })
    // Options from the fresh session expired with it.
    expect(await keep(member.token, createPasskey(before, originOf()).credential)).toMatchObject({
      status: 400,
      body: { code: 'passkey_expired' },
    })
    const { status, body } = await askToAdd(member, { password: member.password })
    expect(status).toBe(200)
    expect((await keep(member.token, createPasskey(body, originOf()).credential)).status).toBe(200)
    // A new session is fresh, which does not make the old one fresh.
    expect((await askToAdd(member, {}, await signInAgain(member))).status).toBe(200)
    expect((await askToAdd(member)).status).toBe(403)

    const tries = await Promise.all(
      Array.from({ length: 14 }, (_, n) => askToAdd(member, { password: `tentativo numero ${n}` })),
    )
    expect(tries.filter(({ body: { code } }) => code === 'password_errata')).toHaveLength(10)
    expect(tries.filter(({ status: one }) => one === 429)).toHaveLength(4)
    expect(await askToAdd(member, { password: member.password })).toMatchObject({ status: 429, body: { code: '1007' } })
  })

  it('asks a member without a password to sign in again', async () => {
    const member = await testServer.member()
    await testServer.database.db
      .updateTable('members')
      .set({ password_hash: null })
      .where('id', '=', member.session.angelId)
      .execute()
    minutes(11)
    expect(await askToAdd(member)).toMatchObject({ status: 403, body: { code: 'sign_in_again' } })
    expect(await askToAdd(member, { password: 'una qualunque' })).toMatchObject({
      status: 403,
      body: { code: 'sign_in_again' },
    })
  })

  it('requires a confirmed email: no passkey can be planted in an account under another person’s address', async () => {
    const member = await testServer.member({ confirmed: false })
    expect(await askToAdd(member)).toMatchObject({ status: 403, body: { code: 'not_verified' } })
  })

  it('stops at ten, also when two are concurrent', async () => {
    const member = await testServer.member()
    const made = []
    for (let n = 0; n < mostPasskeys + 1; n += 1)
      made.push(createPasskey((await askToAdd(member)).body, originOf()).credential)
    for (const credential of made.slice(0, 9)) expect((await keep(member.token, credential)).status).toBe(200)
    const last = await Promise.all(made.slice(9).map((credential) => keep(member.token, credential)))
    expect(last.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(last.find(({ status }) => status === 409)?.body.code).toBe('too_many_passkeys')
    expect(await askToAdd(member)).toMatchObject({ status: 409, body: { code: 'too_many_passkeys' } })
    expect(await listOf(member)).toHaveLength(mostPasskeys)
  })

  it('accepts each set of options once, within five minutes, from the session that requested it', async () => {
    const [member, other, there] = [
      await testServer.member(),
      await testServer.member(),
      await testServer.member({ host: elsewhere }),
    ]
    const expired = { status: 400, body: { code: 'passkey_expired' } }
    const { body: options } = await askToAdd(member)
    const fresh = () => createPasskey(options, originOf()).credential
    expect(await keep(other.token, fresh())).toMatchObject(expired)
    expect(await keep(await signInAgain(member), fresh())).toMatchObject(expired)
    expect(await keep(there.token, fresh(), { host: elsewhere })).toMatchObject(expired)
    expect(
      await keep(
        member.token,
        createPasskey({ ...options, challenge: (await askToEnter()).options.challenge }, originOf()).credential,
      ),
    ).toMatchObject(expired)
    expect(
      await keep(
        member.token,
        createPasskey({ ...options, challenge: randomBytes(54).toString('base64url') }, originOf()).credential,
      ),
    ).toMatchObject(expired)
    const answers = await Promise.all(Array.from({ length: 5 }, () => keep(member.token, fresh())))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    const { body: late } = await askToAdd(member)
    minutes(5)
    expect(await keep(member.token, createPasskey(late, originOf()).credential)).toMatchObject(expired)
    expect(await listOf(member)).toHaveLength(1)
    expect([
      ...(await listOf(other)),
      ...(await testServer.call('/api/users/passkeys', { token: there.token, host: elsewhere })).body,
    ]).toEqual([])
  })

  it.each<[string, () => Lies]>([
    ['made on another origin', () => ({ origin: 'http://localhost.evil.example' })],
    ['made on another brand’s origin', () => ({ origin: originOf(elsewhere) })],
    ['made on another port', () => ({ origin: 'http://localhost:1' })],
    ['for another host', () => ({ rpId: elsewhere })],
    ['that did not ask who is there', () => ({ verified: false })],
    ['that nobody touched', () => ({ present: false })],
    ['which is an answer to a sign-in', () => ({ type: 'webauthn.get' })],
    ['that is longer than a credential may be', () => ({ id: randomBytes(1024) })],
  ])('refuses one %s', async (_what, lies) => {
    const member = await testServer.member()
    const { credential } = createPasskey((await askToAdd(member)).body, originOf(), lies())
    const { status, body } = await keep(member.token, credential)
    expect(status).toBe(400)
    expect(['passkey_invalid', 'invalid']).toContain(body.code)
    expect(await listOf(member)).toEqual([])
    expect(await emailsOf(member, 'passkey-added')).toBe(0)
  })

  it('refuses one that is registered already, and leaves it with its owner', async () => {
    const [owner, thief] = [await testServer.member(), await testServer.member()]
    const { passkey } = await addPasskey(owner)
    const { credential } = createPasskey((await askToAdd(thief)).body, originOf(), { id: passkey.id })
    expect(await keep(thief.token, credential)).toMatchObject({ status: 409, body: { code: 'passkey_known' } })
    expect((await signIn(passkey)).body.email).toBe(owner.email)
  })

  it('refuses a malformed response', async () => {
    const member = await testServer.member()
    const { credential } = createPasskey((await askToAdd(member)).body, originOf())
    for (const response of [
      { ...credential.response, attestationObject: 'AAAA' },
      { ...credential.response, clientDataJSON: 'AAAA' },
    ]) {
      expect((await keep(member.token, { ...credential, response })).status).toBe(400)
    }
    expect((await keep(member.token, { ...credential, id: 'other' })).status).toBe(400)
    expect((await keep(member.token, { ...credential, admin: true })).status).toBe(400)
    expect(await listOf(member)).toEqual([])
  })
})

describe('signing in with a passkey', () => {
  it('needs no email, and binds the challenge to the browser', async () => {
    const { status, body, headers } = await testServer.call('/api/users/authenticate/passkey/options', {
      body: {},
      host: elsewhere,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      challenge: expect.any(String),
      rpId: elsewhere,
      timeout: 300_000,
      userVerification: 'required',
    })
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/', 'Max-Age=300'])
      expect(headers.get('set-cookie')).toContain(part)
    // Two tabs of one browser do not invalidate each other's challenge.
    const cookie = /__Host-passkey=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''
    const again = await testServer.call('/api/users/authenticate/passkey/options', {
      body: {},
      host: elsewhere,
      headers: { cookie, origin: originOf(elsewhere) },
    })
    expect(again.headers.get('set-cookie')).toContain(cookie)
    expect(again.body.challenge).not.toBe(body.challenge)
  })

  it('accepts each challenge once, within five minutes, from the browser and site that requested it', async () => {
    const member = await testServer.member()
    const { passkey } = await addPasskey(member)
    const expired = { status: 401, body: { code: 'passkey_expired' } }
    const { options, browser } = await askToEnter()
    const other = await askToEnter()
    expect(await enter(usePasskey(passkey, options, originOf()), undefined)).toMatchObject(expired)
    expect(await enter(usePasskey(passkey, options, originOf()), other.browser)).toMatchObject(expired)
    expect(await enter(usePasskey(passkey, options, originOf()), 'A'.repeat(43))).toMatchObject(expired)
    const there = await askToEnter(elsewhere)
    expect(await enter(usePasskey(passkey, there.options, originOf()), there.browser)).toMatchObject(expired)
    expect(
      await enter(
        usePasskey(passkey, { ...options, challenge: (await askToAdd(member)).body.challenge }, originOf()),
        browser,
      ),
    ).toMatchObject(expired)
    const assertion = usePasskey(passkey, options, originOf())
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(assertion, browser)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    expect(await enter(assertion, browser)).toMatchObject(expired)
    const late = await askToEnter()
    minutes(5)
    expect(await enter(usePasskey(passkey, late.options, originOf()), late.browser)).toMatchObject(expired)
  })

  it('gives the same failure for one that is unknown, removed, forged, or of another origin, host or brand', async () => {
    const [member, other] = [await testServer.member(), await testServer.member()]
    const { passkey } = await addPasskey(member)
    const removed = await addPasskey(member)
    expect(
      (await testServer.call(`/api/users/passkeys/${removed.view.id}`, { method: 'DELETE', token: member.token }))
        .status,
    ).toBe(200)
    const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const cases: Record<string, Promise<Answer>> = {
      unknown: signIn({ ...passkey, id: randomBytes(20) }),
      removed: signIn(removed.passkey),
      forged: signIn(passkey, { key: foreign }),
      'of another origin': signIn(passkey, { origin: 'https://localhost.evil.example' }),
      'of another host': signIn(passkey, { rpId: elsewhere }),
      'without verification': signIn(passkey, { verified: false }),
      'without presence': signIn(passkey, { present: false }),
      'an answer to a creation': signIn(passkey, { type: 'webauthn.create' }),
      'another member’s handle': signIn(passkey, {
        userHandle: Buffer.from(other.session.angelId.replaceAll('-', ''), 'hex').toString('base64url'),
      }),
      'no handle': signIn(passkey, { userHandle: undefined }),
    }
    const { options, browser } = await askToEnter(elsewhere)
    cases['another brand'] = enter(
      usePasskey(passkey, options, originOf(elsewhere), { rpId: elsewhere }),
      browser,
      elsewhere,
    )
    for (const [what, answer] of Object.entries(cases)) {
      const { status, body } = await answer
      expect({ what, status, body }).toEqual({
        what,
        status: 401,
        body: {
          type: 'about:blank',
          title: 'Not signed in',
          status: 401,
          code: 'passkey_unknown',
          message: 'No account here uses this passkey: sign in another way -passkey_unknown',
        },
      })
    }
    expect((await signIn(passkey)).status).toBe(200)
  })

  it('refuses a decreasing counter, and of a passkey and its concurrent copy accepts one', async () => {
    const { passkey } = await addPasskey(await testServer.member(), { counter: 7 })
    expect((await signIn(passkey, { counter: 8 })).status).toBe(200)
    const refused = { status: 401, body: { code: 'passkey_refused' } }
    for (const counter of [8, 7, 0]) expect(await signIn(passkey, { counter })).toMatchObject(refused)
    const both = await Promise.all([signIn(passkey, { counter: 9 }), signIn(passkey, { counter: 9 })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await signIn(passkey, { counter: 4_294_967_295 })).status).toBe(200)
  })

  it('works repeatedly with one that does not count', async () => {
    const { passkey } = await addPasskey(await testServer.member(), { counter: 0 })
    for (let n = 0; n < 3; n += 1) expect((await signIn(passkey)).status).toBe(200)
  })

  it('reveals that an account is disabled only to the holder of its passkey', async () => {
    const member = await testServer.member()
    const { passkey } = await addPasskey(member)
    await testServer.database.db
      .updateTable('members')
      .set({ state: 'deactivated' })
      .where('id', '=', member.session.angelId)
      .execute()
    expect(await signIn(passkey)).toMatchObject({ status: 403, body: { code: 'utente_disabilitato' } })
    expect(await signIn(passkey, { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey })).toMatchObject(
      { status: 401, body: { code: 'passkey_unknown' } },
    )
  })

  it('requires a page of the site, and sets the cookie', async () => {
    const { passkey } = await addPasskey(await testServer.member())
    const { options, browser } = await askToEnter()
    const credential = usePasskey(passkey, options, originOf())
    const cookie = `${browserCookie}=${browser}`
    expect(
      (
        await testServer.call('/api/users/authenticate/passkey', {
          body: { credential },
          headers: { origin: 'http://evil.example', cookie },
        })
      ).status,
    ).toBe(403)
    const { status, body, headers } = await testServer.call('/api/users/authenticate/passkey', {
      body: { credential },
      headers: { origin: testServer.url, cookie },
    })
    expect(status).toBe(200)
    expect(body.token).toBeUndefined()
    expect(headers.get('set-cookie')).toMatch(/__Host-session=[\w-]{43}; .*HttpOnly/)
  })
})

describe('the member’s passkeys', () => {
  it('are listed newest first; renaming or using one changes no other', async () => {
    const member = await testServer.member()
    const [first, second] = [await addPasskey(member, {}, 'Prima'), await addPasskey(member, {}, 'Seconda')]
    minutes(1)
    await signIn(first.passkey, { synced: false })
    const path = `/api/users/passkeys/${first.view.id}`
    await testServer.call(path, { method: 'PUT', body: { name: 'Rinominata' }, token: member.token })
    expect(await listOf(member)).toEqual([
      second.view,
      { ...first.view, name: 'Rinominata', synced: false, lastUsedAt: new Date(now).toISOString() },
    ])
    expect((await testServer.call(path, { method: 'DELETE', token: member.token })).status).toBe(200)
    expect(await listOf(member)).toEqual([second.view])
  })

  it('may be answered until just before the end of the five minutes', async () => {
    const member = await testServer.member()
    const { body: options } = await askToAdd(member)
    now += 5 * 60_000 - 1
    const { passkey, credential } = createPasskey(options, originOf())
    expect((await keep(member.token, credential)).status).toBe(200)
    const { options: entering, browser } = await askToEnter()
    now += 5 * 60_000 - 1
    expect((await enter(usePasskey(passkey, entering, originOf()), browser)).status).toBe(200)
  })

  it('are renamed and removed by their owner only', async () => {
    const [member, other] = [await testServer.member(), await testServer.member()]
    const { view } = await addPasskey(member)
    const path = `/api/users/passkeys/${view.id}`
    expect(
      (await testServer.call(path, { method: 'PUT', body: { name: '  Telefono ' }, token: member.token })).body.name,
    ).toBe('Telefono')
    for (const name of ['', ' ', 'x'.repeat(61), 'due\nrighe']) {
      expect(await testServer.call(path, { method: 'PUT', body: { name }, token: member.token })).toMatchObject({
        status: 400,
        body: { field: 'name' },
      })
    }
    expect((await testServer.call(path, { method: 'PUT', body: { name: 'mia' }, token: other.token })).status).toBe(404)
    expect((await testServer.call(path, { method: 'DELETE', token: other.token })).status).toBe(404)
    expect(await listOf(other)).toEqual([])
    expect((await listOf(member))[0].name).toBe('Telefono')

    expect((await testServer.call(path, { method: 'DELETE', token: member.token })).body).toEqual({ result: 'OK' })
    expect((await testServer.call(path, { method: 'DELETE', token: member.token })).status).toBe(404)
    expect(await emailsOf(member, 'passkey-removed')).toBe(1)
    expect(await listOf(member)).toEqual([])
  })

  it('keep at least one if there is no other sign-in method, also when two are removed concurrently', async () => {
    const member = await testServer.member()
    const views = [(await addPasskey(member)).view, (await addPasskey(member)).view]
    await testServer.database.db
      .updateTable('members')
      .set({ password_hash: null })
      .where('id', '=', member.session.angelId)
      .execute()
    const answers = await Promise.all(
      views.map(({ id }) => testServer.call(`/api/users/passkeys/${id}`, { method: 'DELETE', token: member.token })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('last_sign_in_method')
    expect(await listOf(member)).toHaveLength(1)
    expect(await emailsOf(member, 'passkey-removed')).toBe(1)
    // An external account is a sign-in method too.
    await testServer.database.db
      .insertInto('external_identities')
      .values({
        brand_id: 'local',
        issuer: 'https://issuer.example',
        subject: member.session.angelId,
        member_id: member.session.angelId,
        email: member.email,
        linked_at: new Date(now),
      })
      .execute()
    expect(
      (
        await testServer.call(`/api/users/passkeys/${(await listOf(member))[0].id}`, {
          method: 'DELETE',
          token: member.token,
        })
      ).status,
    ).toBe(200)
  })

  it('are deleted with the member', async () => {
    const member = await testServer.member()
    await addPasskey(member)
    await testServer.database.db.deleteFrom('members').where('id', '=', member.session.angelId).execute()
    expect(
      await testServer.database.db
        .selectFrom('passkeys')
        .select('id')
        .where('member_id', '=', member.session.angelId)
        .execute(),
    ).toEqual([])
  })
})

it('too many attempts are refused', async () => {
  const { options, browser } = await askToEnter()
  const credential = usePasskey(
    {
      id: randomBytes(20),
      key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
      rpId: 'localhost',
      userHandle: 'AAAA',
      counter: 1,
    },
    options,
    originOf(),
  )
  const answers = await Promise.all(Array.from({ length: 320 }, () => enter(credential, browser)))
  expect(answers.some(({ status }) => status === 429)).toBe(true)
})
