import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createContext } from '#src/context.ts'
import { createLog } from '#platform/process/log.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { walkThroughProvider } from '../../../../../sandbox/src/testing/openid-browser.ts'
import { googlePath, form, openVisitor, type Visitor } from './testing/visitor.ts'

let testServer: TestServer
let now = new Date()
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => now })
}, 60_000)
afterEach(() => {
  now = new Date()
})
afterAll(() => testServer.close())

const count = async (table: 'members' | 'external_identities' | 'sessions') =>
  Number((await testServer.database.pool.query(`select count(*) as n from ${table}`)).rows[0].n)
let counter = 0
const address = () => `attack.${(counter += 1)}@person.example.com`
const ended = { status: 401, code: 'google_ended' }

/** Runs an attack that must leave no account, link or session. */
async function changesNothing(work: () => Promise<void>): Promise<void> {
  const counts = () => Promise.all([count('members'), count('external_identities'), count('sessions')])
  const before = await counts()
  await work()
  expect(await counts()).toEqual(before)
}
const newcomer = async (host?: string): Promise<Visitor & { email: string }> => {
  const visitor = openVisitor(testServer, host)
  const email = address()
  expect((await visitor.enter({ email })).body.email).toBe(email)
  return { ...visitor, email }
}

describe('an issuer that is down', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is reported clearly, and the next attempt succeeds', async () => {
    const visitor = openVisitor(testServer)
    const unreachable = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'))
    expect((await visitor.call(`${googlePath}/start`, { body: {} })).body).toMatchObject({
      status: 503,
      code: 'google_unreachable',
    })
    expect(visitor.cookies.size).toBe(0)
    unreachable.mockRestore()

    const back = await visitor.comeBack({ email: address() })
    vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('fetch failed'))
    expect((await visitor.call(googlePath, { body: back })).body).toMatchObject({
      status: 503,
      code: 'google_unreachable',
    })
    expect((await visitor.call(googlePath, { body: back })).body).toMatchObject({ result: true, username: 'Attack' })
  })
})

describe('an authorization response', () => {
  it('without a state, or with an invented one, is refused', () =>
    changesNothing(async () => {
      const visitor = openVisitor(testServer)
      const { code, iss, state } = await visitor.comeBack({ email: address() })
      expect((await visitor.call(googlePath, { body: { code, iss } })).status).toBe(400)
      expect((await visitor.call(googlePath, { body: { code, iss, state: `${state}x` } })).body).toMatchObject(ended)
      expect((await visitor.call(googlePath, { body: { code: 'made-up', iss, state } })).body).toMatchObject({
        status: 401,
        code: 'google_refused',
      })
      // The refusal ends the attempt: the right response comes too late.
      expect(visitor.cookies.has('__Host-google')).toBe(false)
      expect((await visitor.call(googlePath, { body: { code, iss, state } })).body).toMatchObject(ended)
    }))

  it('of an attacker signs no one else in (login CSRF)', async () => {
    const attacker = openVisitor(testServer)
    const email = address()
    await attacker.enter({ email })
    await attacker.call(`${googlePath}/complete`, { body: form() })
    const theirs = await attacker.comeBack({ email })
    await changesNothing(async () => {
      const victim = openVisitor(testServer)
      expect((await victim.call(googlePath, { body: theirs })).body).toMatchObject(ended)
      // Not even a visitor who has just started.
      await victim.start()
      expect((await victim.call(googlePath, { body: theirs })).body).toMatchObject(ended)
      const own = await victim.comeBack({ email: address() })
      expect((await victim.call(googlePath, { body: { ...theirs, state: own['state'] } })).body).toMatchObject({
        status: 401,
        code: 'google_refused',
      })
      expect(victim.cookies.has('__Host-session')).toBe(false)
    })
  })

  it('is accepted once, with the same code or another one', async () => {
    const visitor = openVisitor(testServer)
    const url = await visitor.start()
    const kept = new Map(visitor.cookies)
    const email = address()
    const [first, second] = [await walkThroughProvider(url, { email }), await walkThroughProvider(url, { email })].map(
      (back) => Object.fromEntries(back.searchParams),
    )
    expect((await visitor.call(googlePath, { body: first })).body).toMatchObject({ result: true })
    await changesNothing(async () => {
      for (const [name, value] of kept) visitor.cookies.set(name, value)
      expect((await visitor.call(googlePath, { body: first })).body).toMatchObject({ status: 401 })
      for (const [name, value] of kept) visitor.cookies.set(name, value)
      expect((await visitor.call(googlePath, { body: second })).body).toMatchObject(ended)
    })
  })

  it('is accepted for ten minutes', () =>
    changesNothing(async () => {
      const visitor = openVisitor(testServer)
      const back = await visitor.comeBack({ email: address() })
      now = new Date(Date.now() + 10 * 60_000 + 1000)
      expect((await visitor.call(googlePath, { body: back })).body).toMatchObject(ended)
    }))

  it('for one brand is refused at another', () =>
    changesNothing(async () => {
      const visitor = openVisitor(testServer)
      const back = await visitor.comeBack({ email: address() })
      const other = openVisitor(testServer, 'battito.localhost')
      for (const [name, value] of visitor.cookies) other.cookies.set(name, value)
      expect((await other.call(googlePath, { body: back })).body).toMatchObject(ended)
      // Nor on another host of the same brand, to which the issuer would not redirect.
      const elsewhere = openVisitor(testServer, '127.0.0.1')
      for (const [name, value] of visitor.cookies) elsewhere.cookies.set(name, value)
      expect((await elsewhere.call(googlePath, { body: back })).body).toMatchObject(ended)
    }))

  it('is accepted only from a page of the brand', () =>
    changesNothing(async () => {
      const visitor = openVisitor(testServer)
      const back = await visitor.comeBack({ email: address() })
      const bare = { cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
      expect((await visitor.call(googlePath, { body: back, origin: 'https://evil.example' })).status).toBe(403)
      expect((await testServer.call(googlePath, { body: back, headers: bare })).status).toBe(403)
      expect((await testServer.call(`${googlePath}/start`, { body: {}, headers: bare })).status).toBe(403)
      expect((await testServer.call(`${googlePath}/complete`, { body: form(), headers: bare })).status).toBe(403)
    }))
})

describe('an address', () => {
  it('that Google has not verified opens nothing, and reveals nothing about known addresses', async () => {
    const known = await testServer.member({ form: { email: address() } })
    await changesNothing(async () => {
      const answers = []
      for (const email of [known.email, address()]) {
        const visitor = openVisitor(testServer)
        const { status, body } = await visitor.enter({ email, verified: false })
        answers.push([status, body, visitor.cookies.size])
      }
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]?.[1]).toMatchObject({ status: 403, code: 'google_unverified' })
    })
  })

  it('of one brand’s member makes no one a member of another', async () => {
    const known = await testServer.member({ form: { email: address() } })
    expect((await openVisitor(testServer).enter({ email: known.email })).body.angelId).toBe(known.session.angelId)
    const other = openVisitor(testServer, 'battito.localhost')
    expect((await other.enter({ email: known.email })).body).toEqual({
      result: true,
      email: known.email,
      username: 'Attack',
    })
    expect((await other.call(`${googlePath}/complete`, { body: form() })).body.angelId).not.toBe(known.session.angelId)
  })
})

describe('a new visitor', () => {
  it('is registered once, however many requests are concurrent', async () => {
    const visitor = await newcomer()
    const kept = new Map(visitor.cookies)
    const before = await count('members')
    const answers = await Promise.all([1, 2].map(() => visitor.call(`${googlePath}/complete`, { body: form() })))
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect(await count('members')).toBe(before + 1)
    await changesNothing(async () => {
      const again = openVisitor(testServer)
      for (const [name, value] of kept) again.cookies.set(name, value)
      expect((await again.call(`${googlePath}/complete`, { body: form() })).status).toBeGreaterThanOrEqual(401)
    })
    // Erased, and with a proof of work, so that only the earlier use can be the reason.
    await testServer.database.db.deleteFrom('members').where('email', '=', visitor.email).execute()
    const again = openVisitor(testServer)
    for (const [name, value] of kept) again.cookies.set(name, value)
    expect(
      (await again.call(`${googlePath}/complete`, { body: form({ altcha: await testServer.solve() }) })).body,
    ).toMatchObject(ended)
  })

  it('has half an hour, at one brand, and cannot be forged', async () => {
    const visitor = await newcomer()
    const [value = ''] = [visitor.cookies.get('__Host-google-newcomer')]
    await changesNothing(async () => {
      const other = openVisitor(testServer, 'battito.localhost')
      other.cookies.set('__Host-google-newcomer', value)
      expect((await other.call(`${googlePath}/complete`)).status).toBe(404)
      expect((await other.call(`${googlePath}/complete`, { body: form() })).body).toMatchObject(ended)

      const forger = openVisitor(testServer)
      await forger.start()
      const attempt = forger.cookies.get('__Host-google') ?? ''
      const turned = Buffer.from(value, 'base64url')
      turned[turned.length - 3] = (turned[turned.length - 3] ?? 0) ^ 1
      for (const forged of [
        attempt,
        turned.toString('base64url'),
        'x',
        Buffer.from('{}').toString('base64url'),
        value.slice(0, 30),
      ]) {
        forger.cookies.set('__Host-google-newcomer', forged)
        expect((await forger.call(`${googlePath}/complete`)).status).toBe(404)
        expect((await forger.call(`${googlePath}/complete`, { body: form() })).body).toMatchObject(ended)
      }
      now = new Date(Date.now() + 30 * 60_000 + 1000)
      expect((await visitor.call(`${googlePath}/complete`)).status).toBe(404)
      expect((await visitor.call(`${googlePath}/complete`, { body: form() })).body).toMatchObject(ended)
    })
  })

  it('whose address was registered meanwhile creates no second member', async () => {
    const visitor = await newcomer()
    await testServer.member({ form: { email: visitor.email } })
    await changesNothing(async () => {
      expect((await visitor.call(`${googlePath}/complete`, { body: form() })).body).toMatchObject({
        status: 409,
        code: '1000',
      })
    })
  })
})

it('is redirected only to pages of the same site', async () => {
  const email = address()
  const first = openVisitor(testServer)
  await first.enter({ email })
  await first.call(`${googlePath}/complete`, { body: form() })
  for (const next of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%2Fevil.example',
    'javascript:alert(1)',
    '/a/..//evil.example',
    `/${'a'.repeat(400)}`,
    '',
  ]) {
    expect((await openVisitor(testServer).enter({ email }, { next })).body.next).toBe('/find')
  }
  expect((await openVisitor(testServer).enter({ email }, { next: '/chats/1?x=2' })).body.next).toBe('/chats/1?x=2')
})

it('gets cookies within the size limit of every browser', async () => {
  const visitor = openVisitor(testServer)
  const wide = '試'.repeat(200)
  await visitor.enter(
    { email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`, name: '試'.repeat(80) },
    {
      source: wide,
      campid: wide,
      clickid: 'c'.repeat(64),
      fluxId: 'f'.repeat(16),
      ua: wide,
      city: wide.slice(0, 120),
      fingerprint: wide,
      next: `/${'a'.repeat(290)}`,
    },
  )
  expect(
    '__Host-google-newcomer'.length + (visitor.cookies.get('__Host-google-newcomer')?.length ?? 9999),
  ).toBeLessThan(4096)
})

describe('linking', () => {
  it('is limited to the session that requested it', async () => {
    const [victim, attacker] = [
      await testServer.member({ form: { email: address() } }),
      await testServer.member({ form: { email: address() } }),
    ]
    await changesNothing(async () => {
      const visitor = openVisitor(testServer)
      const back = await visitor.comeBack({ email: address() }, { link: true }, attacker.token)
      expect((await visitor.call(googlePath, { body: back, token: victim.token })).body).toMatchObject(ended)
      const signedOut = openVisitor(testServer)
      const again = await signedOut.comeBack({ email: address() }, { link: true }, attacker.token)
      expect((await signedOut.call(googlePath, { body: again })).body).toMatchObject(ended)
    })
    // Another session of the same member is another browser, and may be another person's.
    const { body } = await testServer.call('/api/users/authenticate', {
      body: { email: attacker.email, password: attacker.password },
      headers: { 'x-session': 'bearer' },
    })
    await changesNothing(async () => {
      const visitor = openVisitor(testServer)
      const back = await visitor.comeBack({ email: address() }, { link: true }, attacker.token)
      expect((await visitor.call(googlePath, { body: back, token: body.token })).body).toMatchObject(ended)
    })
  })

  it('requires a member with a confirmed address', () =>
    changesNothing(async () => {
      expect((await openVisitor(testServer).call(`${googlePath}/start`, { body: { link: true } })).status).toBe(401)
      expect((await testServer.call(googlePath)).status).toBe(401)
      expect((await testServer.call(googlePath, { method: 'DELETE' })).status).toBe(401)
    }).then(async () => {
      const open = await testServer.member({ form: { email: address() }, confirmed: false })
      expect(
        (await openVisitor(testServer).call(`${googlePath}/start`, { body: { link: true }, token: open.token })).body,
      ).toMatchObject({ status: 403, code: 'not_verified' })
    }))
})

it('does not exist where it is not configured', async () => {
  const context = await createContext({
    config: { ...testServer.config, google: undefined },
    log: createLog('silent'),
    health: { ready: true },
    servesLocalhost: true,
  })
  const headers = { host: testServer.host, origin: testServer.url }
  // The host belongs to a brand: only the sign-in is missing below.
  expect((await context.app.inject({ url: '/api/users/sessions', headers })).statusCode).toBe(401)
  for (const [method, path] of [
    ['POST', '/start'],
    ['POST', ''],
    ['POST', '/home'],
    ['GET', '/complete'],
    ['POST', '/complete'],
  ] as const) {
    const payload = {
      '': { code: 'x', state: 'x' },
      '/home': { code: 'x', state: 'x' },
      '/start': {},
      '/complete': form(),
    }[path]
    expect(
      (
        await context.app.inject({
          method,
          url: `${googlePath}${path}`,
          headers,
          ...(method === 'POST' ? { payload } : {}),
        })
      ).statusCode,
    ).toBe(404)
  }
  await context.close()
})
