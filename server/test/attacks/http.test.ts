import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '@incontro/contract'
import { startTestServer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { networksOf } from '#platform/secrets/networks.ts'

/* The HTTP routes from an attacker's point of view. */

let testServer: TestServer
let member: TestMember
let cookie: string
beforeAll(async () => {
  testServer = await startTestServer()
  member = await testServer.member()
  cookie = await cookieOf(member)
}, 60_000)
afterAll(() => testServer.close())

/** The cookie of a new session in a browser. */
async function cookieOf({ email, password }: TestMember): Promise<string> {
  const { headers } = await testServer.call('/api/users/authenticate', {
    body: { email, password },
    headers: { origin: testServer.url },
  })
  const set = headers.getSetCookie().find((one) => one.startsWith('__Host-session='))
  return set?.split(';')[0] ?? ''
}

const pathOf = (path: string): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === 'country'
      ? 'IT'
      : name === 'cerco'
        ? 'donna'
        : name === 'query'
          ? 'roma'
          : name === 'trackerId'
            ? member.session.clickid
            : '01890000-0000-7000-8000-000000000000',
  )

describe('a page of another site', () => {
  const changing = Object.values(routes).filter(({ method }) => method !== 'GET')

  it.each(changing.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'cannot use the cookie for %s',
    async (_, route) => {
      const from = (headers: Record<string, string>) =>
        testServer.call(pathOf(route.path), {
          method: route.method,
          ...(route.method === 'DELETE' ? {} : { body: {} }),
          headers: { cookie, ...headers },
        })
      for (const origin of [
        'https://evil.example',
        'null',
        `${testServer.url}.evil.example`,
        testServer.url.replace('http:', 'https:'),
        'http://localhost:1',
        'http://battito.localhost',
      ]) {
        expect((await from({ origin })).status, origin).toBe(403)
      }
      expect((await from({})).status, 'no Origin').toBe(403)
      expect((await from({ origin: testServer.url })).status, 'our own').not.toBe(403)
    },
  )

  it('cannot open the socket with it', async () => {
    // The tests above ended their session from our own page.
    const open = await cookieOf(await testServer.member())
    const upgrade = (headers: string) =>
      upgraded(
        `GET /chat-socket/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${testServer.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${headers}\r\n\r\n`,
        // An empty mask, and "40": connect to the namespace.
        { next: Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]), until: /40\{"sid"|unauthorised/ },
      )
    expect(await upgrade(`Cookie: ${open}\r\nOrigin: ${testServer.url}`)).toContain('40{"sid"')
    for (const origin of ['https://evil.example', 'null', `${testServer.url}.evil.example`])
      expect(await upgrade(`Cookie: ${open}\r\nOrigin: ${origin}`)).toContain('unauthorised')
    expect(await upgrade(`Cookie: ${open}`)).toContain('unauthorised')
  })

  it('cannot read a response: no other origin is allowed', async () => {
    const { headers } = await testServer.call('/api/users/sessions', {
      headers: { cookie, origin: 'https://evil.example' },
    })
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(
      (
        await testServer.call('/api/users/sessions', {
          method: 'OPTIONS',
          headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
        })
      ).headers.get('access-control-allow-origin'),
    ).toBeNull()
  })
})

describe('an invalid request', () => {
  it.each([
    ['a path that is no text', '/api/get/regions/%ff'],
    ['a path of its own length', `/api/get/regions/${'a'.repeat(5000)}`],
    ['a byte zero', '/api/get/cities/IT?region=%00'],
    ['a path upwards', '/media/../../etc/passwd'],
    ['a path upwards, hidden', '/assets/%2e%2e%2f%2e%2e%2fpackage.json'],
    ['the same question twice', `/api/reviews?count=1&count=2`],
    ['a year that never was', ''],
  ])('%s is refused with a problem document', async (name, path) => {
    const { status, body, headers } = await testServer.call(
      name === 'a year that never was'
        ? `/api/get/messages/${member.session.clickid}?before=0000-01-01T00:00:00.000Z`
        : path,
      { token: member.token },
    )
    if (status === 200) return expect(name).toBe('a year that never was')
    expect([400, 404, 414]).toContain(status)
    expect(headers.get('content-type')).toContain('application/problem+json')
    expect(body).toMatchObject({ type: 'about:blank', status })
    expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts|select |at /)
  })

  it('that is too large, too deep or of another type is refused before it is read', async () => {
    const post = (body: string, headers: Record<string, string> = {}) =>
      testServer.call('/api/users/authenticate', { body, headers })
    expect((await post(JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(70_000) }))).status).toBe(413)
    expect((await post('['.repeat(30_000) + ']'.repeat(30_000))).status).toBe(400)
    expect((await post('{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000))).status).toBe(400)
    expect((await post('{"__proto__":{"x":1},"email":"a@b.example","password":"p"}')).status).toBe(400)
    expect((await post('{"email":')).status).toBe(400)
    expect((await post('<xml/>', { 'content-type': 'application/xml' })).status).toBe(415)
    expect((await post('email=a', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(400)
    expect((await post('email', { 'content-type': 'text/plain' })).status).toBeOneOf([400, 415])
  })

  it('that never ends is aborted, as is an upgrade to an unknown path', async () => {
    const { server } = testServer.context.app
    expect(server.requestTimeout).toBeGreaterThan(0)
    expect(server.headersTimeout).toBeGreaterThan(0)
    const from = performance.now()
    await upgraded(
      `GET /nowhere HTTP/1.1\r\nHost: ${testServer.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    )
    expect(performance.now() - from).toBeLessThan(3500)
  })
})

describe('unsolicited access', () => {
  it('metrics are for this machine only, not for clients of a proxy', async () => {
    expect((await testServer.call('/metrics')).status).toBe(200)
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.9' },
      { 'x-real-ip': '203.0.113.9' },
      { forwarded: 'for=203.0.113.9' },
      { via: '1.1 proxy' },
    ])
      expect((await testServer.call('/metrics', { headers })).status).toBe(404)
  })

  it('every response carries the whole policy and the security headers, the documentation too', async () => {
    for (const path of ['/api/docs/', '/api/users/sessions', '/nowhere']) {
      const { headers } = await testServer.call(path)
      const [policy = '', nonce] =
        /'nonce-([A-Za-z0-9+/=]{24})'/.exec(headers.get('content-security-policy') ?? '') ?? []
      expect(nonce, path).toBeDefined()
      // Directive by directive: a missing one would allow what it forbade, and no page would look different.
      expect(headers.get('content-security-policy')?.split('; '), path).toEqual([
        "default-src 'none'",
        `script-src 'self' ${policy}`,
        `style-src 'self' ${policy}`,
        "img-src 'self' data: blob:",
        'media-src blob:',
        "font-src 'self'",
        `connect-src 'self' ws://${testServer.host} wss://${testServer.host}`,
        "manifest-src 'self'",
        "worker-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ])
      expect(
        Object.fromEntries(
          [
            'x-content-type-options',
            'x-frame-options',
            'referrer-policy',
            'cross-origin-opener-policy',
            'cross-origin-resource-policy',
            'x-powered-by',
            'server',
          ].map((name) => [name, headers.get(name)]),
        ),
        path,
      ).toEqual({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-powered-by': null,
        server: null,
      })
    }
    const page = (await testServer.call('/api/docs/')).body as string
    expect(page).not.toMatch(/<script>|<style>|\son\w+=/)
  })

  it('too many requests to one route are refused for a while, for that route only', async () => {
    const small = await startTestServer({ limitFactor: 0.02, jobs: false })
    try {
      const answers = await Promise.all(Array.from({ length: 12 }, () => small.call('/api/reviews')))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
      const refused = answers.find(({ status }) => status === 429)
      expect(refused?.headers.get('content-type')).toContain('application/problem+json')
      expect(refused?.headers.get('retry-after')).toBeTruthy()
      expect((await small.call('/api/reviews', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(429)
      expect((await small.call('/api/challenge')).status).toBe(200)
    } finally {
      await small.close()
    }
  })

  it('a request with two hosts is refused, whichever of them a proxy reads', async () => {
    const head = (hosts: string) => `GET /api/challenge HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`
    const own = `host: ${testServer.host}\r\n`
    expect(await upgraded(head(own))).toMatch(/^HTTP\/1\.1 200 /)
    for (const hosts of [`${own}Host: evil.example\r\n`, `host: evil.example\r\n${own}`, own + own])
      expect(await upgraded(head(hosts))).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('limits count per subscriber, however the address is written', () => {
    const network = (ip: string) => networksOf(ip)[0]?.key
    expect(network('203.0.113.9')).toBe(network('::ffff:203.0.113.77'))
    expect(network('203.0.113.9:52000')).toBe(network('203.0.113.9:52001'))
    expect(network('203.0.113.9:52000')).not.toBe(network('203.0.114.9:52000'))
    expect(network('2001:db8::1')).toBe(network('2001:db8::ffff:2'))
    expect(network('2001:db8::1')).toBe(network('2001:DB8:0:0000:1:2:3:4'))
    expect(network('2001:db8:0:1::1')).not.toBe(network('2001:db8::1'))
    expect(network('::1')).not.toBe(network('2001:db8::1'))
  })
})

/** The response to an upgrade, after sending these bytes, until the connection closes or `until` matches. */
function upgraded(head: string, { next, until }: { next?: Buffer; until?: RegExp } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(testServer.config.port, 'localhost', () => socket.write(head))
    let text = ''
    socket.on('data', (chunk) => {
      const isFirst = text === ''
      text += chunk.toString('latin1')
      if (isFirst && next) socket.write(next)
      if (until?.test(text)) socket.destroy()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

describe('a name of this machine', () => {
  const names = ['localhost', 'LOCALHOST.', 'battito.localhost', '127.0.0.1', '127.0.0.2', '[::1]', '0.0.0.0']

  it('is no site of a real installation, at any port, and is in no email', async () => {
    const real = await startTestServer({ servesLocalhost: false, jobs: false })
    const member = await real.member()
    const port = new URL(real.url).port
    const jobs = async () => (await real.database.pool.query('select from graphile_worker._private_jobs')).rowCount
    const before = await jobs()
    for (const name of names)
      for (const host of [name, `${name}:${port}`, `${name}:1`]) {
        const ask = (path: string, body?: object) =>
          real.call(path, { headers: { host, origin: `http://${host}` }, ...(body ? { body } : {}) })
        expect((await ask('/api/challenge')).status, host).toBe(404)
        expect((await ask(routes.getTokenForReset.path, { email: member.email })).status, host).toBe(404)
      }
    await expect(member.connect()).rejects.toThrow()
    expect(await jobs()).toBe(before)
    expect((await real.call('/api/challenge', { headers: { host: 'incontro.example' } })).status).toBe(200)
    expect((await real.call('/healthz')).status).toBe(200)
    await real.close()
  })
})
