import { CompactEncrypt, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import { sql } from 'kysely'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

/* Attempts to sign in as another member, or to find out who is a member. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const cookieOf = (headers: Headers): string => /__Host-session=([^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
const signIn = (
  email: string,
  password: string,
  options: { headers?: Record<string, string>; host?: string; altcha?: string } = {},
) =>
  testServer.call('/api/users/authenticate', {
    body: { email, password, ...(options.altcha === undefined ? {} : { altcha: options.altcha }) },
    headers: options.headers ?? {},
    ...(options.host === undefined ? {} : { host: options.host }),
  })
const count = async (table: 'members' | 'sessions' | 'emails' | 'one_time_tokens'): Promise<number> =>
  Number(
    (
      await testServer.database.db
        .selectFrom(table)
        .select((select) => select.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('the session', () => {
  it('is new at each sign-in: a planted one is worthless', async () => {
    const member = await testServer.member()
    const planted = 'A'.repeat(43)
    const origin = { origin: testServer.url }
    const { headers } = await signIn(member.email, member.password, {
      headers: { ...origin, cookie: `__Host-session=${planted}` },
    })
    const token = cookieOf(headers)
    expect(token).toHaveLength(43)
    expect(token).not.toBe(planted)
    expect(
      (await testServer.call('/api/users/sessions', { headers: { cookie: `__Host-session=${planted}` } })).status,
    ).toBe(401)
    // Signing in again ends the browser's previous session.
    const again = await signIn(member.email, member.password, {
      headers: { ...origin, cookie: `__Host-session=${token}` },
    })
    expect(
      (await testServer.call('/api/users/sessions', { headers: { cookie: `__Host-session=${token}` } })).status,
    ).toBe(401)
    expect(
      (
        await testServer.call('/api/users/sessions', {
          headers: { cookie: `__Host-session=${cookieOf(again.headers)}` },
        })
      ).status,
    ).toBe(200)
  })

  it('is in a cookie that no script or other host can read, and never in a body', async () => {
    const member = await testServer.member()
    const { headers, body } = await signIn(member.email, member.password, { headers: { origin: testServer.url } })
    const cookie = headers.get('set-cookie') ?? ''
    for (const part of ['__Host-session=', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
      expect(cookie).toContain(part)
    expect(cookie).not.toMatch(/domain=/i)
    expect(body.token).toBeUndefined()
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('of one brand is none in another', async () => {
    const member = await testServer.member()
    const { status } = await testServer.call('/api/users/sessions', { token: member.token, host: 'battito.localhost' })
    expect(status).toBe(401)
    expect(
      (await testServer.call('/api/users/verify', { body: { token: member.token }, host: 'battito.localhost' })).body,
    ).toEqual({ verify: 0 })
  })

  it('is refused once expired', async () => {
    const member = await testServer.member()
    await testServer.database.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('member_id', '=', member.session.angelId)
      .execute()
    expect((await testServer.call('/api/users/sessions', { token: member.token })).status).toBe(401)
    await expect(member.connect()).rejects.toThrow('unauthorised')
  })

  it('is neither shown to nor ended by another member who knows its id', async () => {
    const [mine, other] = [await testServer.member(), await testServer.member()]
    const [session] = (await testServer.call('/api/users/sessions', { token: other.token })).body
    expect(
      (await testServer.call(`/api/users/sessions/${session.id}`, { method: 'DELETE', token: mine.token })).status,
    ).toBe(404)
    expect((await testServer.call('/api/users/sessions', { token: other.token })).status).toBe(200)
  })
})

describe('passwords', () => {
  it('cannot be tried a hundred at a time', async () => {
    const member = await testServer.member()
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => signIn(member.email, `wrong number ${n}`)))
    // Six are free; the others need a proof of work each.
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(6)
    expect(answers.every(({ status }) => [401, 403, 429].includes(status))).toBe(true)
  })

  it('cannot be tried twice with one proof of work, in any encoding', async () => {
    const member = await testServer.member()
    for (let n = 0; n < 6; n += 1) await signIn(member.email, 'wrong every time')
    expect(await signIn(member.email, 'wrong every time')).toMatchObject({
      status: 403,
      body: { code: 'challenge_required' },
    })
    const altcha = await testServer.solve()
    expect((await signIn(member.email, 'wrong every time', { altcha })).status).toBe(401)
    const solution = JSON.parse(Buffer.from(altcha, 'base64').toString())
    const other = Buffer.from(JSON.stringify({ ...solution, took: 12 })).toString('base64')
    expect(await signIn(member.email, 'wrong every time', { altcha })).toMatchObject({
      status: 403,
      body: { code: 'challenge_required' },
    })
    expect(await signIn(member.email, 'wrong every time', { altcha: other })).toMatchObject({
      status: 403,
      body: { code: 'challenge_required' },
    })
  })

  // Timing is compared in attack-timing.test.ts.
  it('do not reveal by their answer whether an address is known', async () => {
    const member = await testServer.member()
    const [known, unknown] = [
      await signIn(member.email, 'not the password at all'),
      await signIn('nobody-at-all@person.example.com', 'not the password at all'),
    ]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()])
  })

  it('can be reset with the same reply for every address, and mail goes only to a known one', async () => {
    const member = await testServer.member()
    const sent = async () =>
      Number(
        (
          await testServer.database.db
            .selectFrom('emails')
            .select((select) => select.fn.countAll().as('n'))
            .where('kind', '=', 'reset-password')
            .executeTakeFirstOrThrow()
        ).n,
      )
    const before = await sent()
    const reset = (email: string) => testServer.call('/api/users/getTokenForReset', { body: { email } })
    const [known, unknown] = [await reset(member.email), await reset('nobody-here@person.example.com')]
    expect(unknown).toMatchObject({ status: 200, body: known.body })
    await expect.poll(sent, { timeout: 5000 }).toBe(before + 1)
    // The request itself does the same for known and unknown addresses.
    const waiting = async () =>
      (
        await sql<{
          n: number
        }>`select count(*) as n from graphile_worker.jobs where task_identifier = 'identity-reset'`.execute(
          testServer.database.db,
        )
      ).rows[0]?.n
    await expect.poll(waiting, { timeout: 5000 }).toBe(0)
    expect(await sent()).toBe(before + 1)
  })
})

describe('links in emails', () => {
  it('work once, also for two concurrent requests, and for no other purpose or brand', async () => {
    const member = await testServer.registeredMember({ confirmed: false })
    const link = (await testServer.mailTo(member.email)).links.find((one) => one.includes('/confirmEmail')) ?? ''
    const token = new URL(link).searchParams.get('token')
    expect(
      (await testServer.call('/api/users/changePassword', { body: { token, password: 'una parola nuova' } })).status,
    ).toBe(401)
    expect(
      (await testServer.call('/api/users/confirmEmail', { body: { token }, host: 'battito.localhost' })).status,
    ).toBe(401)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => testServer.call('/api/users/confirmEmail', { body: { token } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
  })

  it('are not used up by a mail scanner’s GET', async () => {
    const member = await testServer.registeredMember({ confirmed: false })
    const link = (await testServer.mailTo(member.email)).links.find((one) => one.includes('/confirmEmail')) ?? ''
    await testServer.call(new URL(link).pathname + new URL(link).search)
    expect((await testServer.call('/api/users/verify', { body: { token: member.token } })).body.confirmed_email).toBe(
      false,
    )
  })

  it('point to the site even if the Host was forged', async () => {
    for (const host of [
      'evil.example',
      'localhost@evil.example',
      'localhost:80@evil.example',
      'localhost.evil.example',
      'evil.example#localhost',
    ]) {
      const { status } = await new Promise<{ status: number }>((resolve, reject) => {
        void testServer
          .call('/api/users/getTokenForReset', { body: { email: 'a@person.example.com' }, headers: { host } })
          .then(resolve, reject)
      })
      expect([400, 404]).toContain(status)
    }
    const member = await testServer.member()
    await testServer.call('/api/users/getTokenForReset', {
      body: { email: member.email },
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
    })
    const { links } = await testServer.mailTo(member.email)
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((one) => !one.startsWith(testServer.url))).toEqual([])
  })
})

describe('the encrypted sign-up', () => {
  const send = async (utente: string) => testServer.call('/api/users/register', { body: { utente } })
  const form = {
    email: 'jwe@person.example.com',
    password: 'tre parole a caso',
    age: 30,
    geo: 'Lazio',
    sono: 'uomo',
    cerco: 'donna',
    terms1: true,
    terms2: true,
    terms3: true,
    terms4: true,
  }
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  const jwk = async () => (await testServer.call('/.well-known/jwks.json')).body.keys[0]
  const encrypt = async (content: Uint8Array, header: Record<string, string> = {}, key?: object) => {
    const ours = await jwk()
    return new CompactEncrypt(content)
      .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: ours.kid, ...header } as never)
      .encrypt(await importJWK((key ?? ours) as never, 'ECDH-ES+A256KW'))
  }

  it('accepts only the one algorithm, our own key and plain JSON', async () => {
    const before = await count('members')
    const other = await exportJWK(
      (await generateKeyPair('ECDH-ES+A256KW', { crv: 'P-256', extractable: true })).publicKey,
    )
    const none = `${Buffer.from('{"alg":"none","enc":"A256GCM"}').toString('base64url')}..AAAA.AAAA.AAAA`
    const signed = await new SignJWT(form).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))
    const [, ...rest] = (await encrypt(bytes(form))).split('.')
    const direct = [
      Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid: (await jwk()).kid })).toString('base64url'),
      ...rest,
    ].join('.')
    const bomb = deflateRawSync(Buffer.alloc(2_000_000, ' '))
    const tries = [
      none,
      signed,
      direct,
      await encrypt(bytes(form), { enc: 'A128GCM' }),
      await encrypt(bytes(form), {}, other),
      await encrypt(bytes(form), { kid: 'another' }),
      // A library that refuses to compress makes this attack impossible.
      await encrypt(bytes(form), { zip: 'DEF' }).catch(() => none),
      await encrypt(bomb),
      await encrypt(new Uint8Array([0xff, 0xfe])),
      await encrypt(bytes('text')),
      await encrypt(bytes([form])),
      await encrypt(bytes(null)),
      await encrypt(new TextEncoder().encode(`{"__proto__":{"admin":true},${JSON.stringify(form).slice(1)}`)),
      await encrypt(bytes({ ...form, premiumLevel: 2 })),
      await encrypt(bytes({ ...form, state: 'active' })),
      await encrypt(new TextEncoder().encode('['.repeat(5000) + ']'.repeat(5000))),
      'a'.repeat(16_384),
      `${'.'.repeat(100)}`,
    ]
    for (const utente of tries) {
      const { status, body } = await send(utente)
      expect([400, 413], utente.slice(0, 80)).toContain(status)
      expect(Object.keys(body).sort()).toEqual(expect.arrayContaining(['message', 'status', 'title', 'type']))
    }
    expect(await count('members')).toBe(before)
  })

  it('a hundred times with the same tracker id or address creates one account each', async () => {
    const same = await Promise.all(
      Array.from({ length: 8 }, async (_, n) =>
        send(
          await testServer.encrypt({ ...form, email: `same-tid-${n}@person.example.com`, clickid: 'one.and.the.same' }),
        ),
      ),
    )
    expect(same.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(new Set(same.map(({ body }) => body.clickid)).size).toBe(8)
    const twice = await Promise.all(
      Array.from({ length: 2 }, async () =>
        send(await testServer.encrypt({ ...form, email: 'same-mail@person.example.com' })),
      ),
    )
    expect(twice.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true)
    const rows = await testServer.database.db
      .selectFrom('members')
      .select('id')
      .where('email', '=', 'same-mail@person.example.com')
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('accepts no name with line breaks, invisible or direction-changing characters', async () => {
    for (const [n, username] of ['Anna\r\nBcc: all@example.org', '\u202Eanna', '\u200b\u200b'].entries()) {
      const { status, body } = await send(
        await testServer.encrypt({ ...form, email: `name${n}@person.example.com`, username }),
      )
      if (status === 200) expect(body.screenName).toMatch(/^[\p{L}\p{N}][^\r\n\u202A-\u202E\u2066-\u2069]*$/u)
      else expect(status).toBe(400)
    }
  })
})
