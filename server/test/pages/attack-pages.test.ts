import { connect } from 'node:net'
import { routes } from '@incontro/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { operationsOf } from '#test/property/documented.ts'
import type { JsonSchema } from '#test/property/from-schema.ts'
import { acquaint, memberPages, visitorPages } from './paths.ts'
import { webBuild } from './web-build.ts'

/*
 * Attacks on pages: injected text, cookies and addresses. Their effect in a browser is tested in
 * e2e/injected-words.test.ts.
 */

let testServer: TestServer
let him: TestMember
let her: TestMember
beforeAll(async () => {
  testServer = await startTestServer({ webBuild: webBuild() })
  ;[him, her] = await Promise.all([testServer.member(), testServer.member({ gender: 'woman' })])
  await acquaint(him, her)
}, 120_000)
afterAll(() => testServer?.close())

/** Where pages of that host come from. */
const originOf = (host: string) => `http://${host}:${testServer.config.port}`
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const cookieOf = ({ token }: TestMember) => ({ cookie: `__Host-session=${token}` })

describe('a form on another site', () => {
  const said =
    'theme=dark&cookiePolicy=all&email=a%40b.example&password=tre+parole+a+caso&kind=promotion&granted=true&name=Anna&topic=other&message=Buongiorno&again=1&stars=5&text=Una+pagina+che+scrive+per+me'
  const pages = [
    ...visitorPages,
    '/preferences',
    '/loginWithGoogle/start',
    '/loginWithGoogle/return?code=x&state=x',
    '/loginWithGoogle/complete',
    '/reviews/write',
    '/nowhere',
  ]

  it.each(pages)('at %s changes nothing and sets no cookie, for a visitor or a member', async (page) => {
    for (const path of [
      page,
      page.replace(
        /^(\/[^?]*?)\/?(\?|$)/,
        (_, name: string, end: string) => `${name === '' || name === '/' ? '/_root' : name}.data${end}`,
      ),
    ]) {
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: originOf('battito.localhost') },
        { origin: 'https://evil.example', ...cookieOf(him) },
      ]) {
        const { status, headers: replied } = await testServer.call(path, {
          method: 'POST',
          body: said,
          headers: { ...form, ...headers },
        })
        expect([status, replied.getSetCookie()], `${path} from ${headers.origin}`).toEqual([403, []])
      }
    }
  })

  it('of our own still works', async () => {
    const { status, headers } = await testServer.call('/preferences', {
      method: 'POST',
      body: 'theme=dark',
      headers: { ...form, origin: originOf('localhost') },
    })
    expect([status, headers.getSetCookie().length]).toEqual([303, 1])
  })
})

describe('an address of another site in the request line', () => {
  const ask = (target: string, more = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(testServer.config.port, 'localhost', () =>
        socket.write(`GET ${target} HTTP/1.1\r\nHost: ${testServer.host}\r\n${more}Connection: close\r\n\r\n`),
      )
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })

  it('neither redirects there nor appears in the page', async () => {
    for (const target of [
      '//evil.example/login',
      '///evil.example/find',
      'http://evil.example/login',
      'http://evil.example',
      '/\\evil.example/find',
      '//evil.example:99999/',
      '//[::1',
      '//a:b@evil.example/reviews/write',
      '/.//evil.example/',
      '/%2f%2fevil.example/%2e%2e',
    ]) {
      for (const cookie of ['', `Cookie: ${cookieOf(him).cookie}\r\n`]) {
        const text = await ask(target, cookie)
        expect(text, target).toMatch(/^HTTP\/1\.1 (200|302|404) /)
        expect(/^location: (.*)$/im.exec(text)?.[1]?.trim() ?? '/', target).toMatch(/^\/(?![/\\])/)
        expect(text, target).not.toContain('evil.example')
      }
    }
  })
})

describe('a shared page', () => {
  const lies = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.9',
    'x-original-url': '/evil',
    'x-rewrite-url': '/evil',
    'x-http-method-override': 'POST',
    forwarded: 'host=evil.example',
    'accept-language': 'it"><evil>',
    'user-agent': 'Googlebot <evil>',
    referer: 'https://evil.example/',
    'x-nonce': 'evil',
    range: 'bytes=0-10',
    'if-none-match': '*',
    cookie:
      'theme="><evil>; cookiePolicy=<evil>; locale="><evil>; country=<evil>; analytics=<evil>; cookieChoice=<evil>; __Host-device=<evil>',
  }
  const plain = (path: string, headers: Record<string, string> = {}) =>
    testServer.call(path, { host: 'battito.localhost', headers })
  const shared = ['/', '/signup', '/login', '/contactUs', '/reviews', '/safety', '/legal/terms', '/legal/cookie']

  it.each(shared)('%s contains nothing of the first visitor', async (path) => {
    const first = await plain(path, lies)
    const bearer = await plain(path, { authorization: `Bearer ${him.token}`, 'x-session': 'bearer' })
    const next = await plain(path)
    for (const { status, body } of [first, bearer, next]) {
      expect(status).toBe(200)
      expect(body).not.toMatch(/evil|203\.0\.113/)
      expect(body).not.toContain(him.session.screenName)
      expect(body).not.toContain(him.email)
    }
    expect(next.headers.get('cache-control')).toContain('private')
  })

  it('belongs to no member: a session gets a page of its own, never shared', async () => {
    const here = (path: string, headers: Record<string, string> = {}) => testServer.call(path, { headers })
    for (const path of ['/contactUs', '/reviews', '/legal/terms']) {
      const own = await here(path, cookieOf(him))
      expect(own.status, path).toBe(200)
      expect((await here(path)).body, path).not.toContain(him.session.clickid)
      // An expired session counts as none, and its page is not shared either.
      expect((await here(path, { cookie: `__Host-session=${'A'.repeat(43)}` })).status, path).toBe(200)
    }
  })
})

describe('script in every text field', () => {
  const words = '</script><svg/onload=x>\'"&'
  const raw = /<svg\/onload|<\/script><svg/i
  const escaped = /&lt;svg\/onload|\\u003csvg\/onload|\\x3csvg/i
  /** Calls that end the account or session of the author are left out. */
  const without = new Set(['disableProfile', 'deletion', 'logout', 'block', 'changeEmail'])

  /** A documented body with the injected text in every free field. */
  function fill(schema: JsonSchema, known: Readonly<Record<string, unknown>>, name = ''): unknown {
    if (name in known) return known[name]
    const either = schema.anyOf ?? schema.oneOf
    if (either?.[0]) return fill(either[0], known, name)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum[0]
    switch (schema.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, one]) => [key, fill(one, known, key)]),
        )
      case 'array':
        return [fill(schema.items ?? {}, known)]
      case 'string':
        return words.repeat(Math.ceil((schema.minLength ?? 1) / words.length)).slice(0, schema.maxLength ?? 10_000)
      case 'integer':
      case 'number':
        return schema.minimum ?? 1
      case 'boolean':
        return true
      default:
        return null
    }
  }

  it('is escaped on every page and in every email', async () => {
    await testServer.database.db
      .updateTable('members')
      .set({ created_at: sql`now() - interval '8 days'` })
      .where('brand_id', '<>', 'bystanders')
      .execute()
    const send = async (me: TestMember, other: TestMember) => {
      const known = {
        trackerId: me.session.clickid,
        clickid: me.session.clickid,
        angelId: other.session.angelId,
        partnerId: other.session.angelId,
        email: 'script@person.example.com',
        oldEmail: me.email,
        newEmail: 'script@person.example.com',
        password: 'tre parole a caso',
        country: 'IT',
        region: 'Lazio',
        geo: 'Lazio',
        city: 'Roma',
        cityId: undefined,
        // A link that is unknown is refused before anything is read.
        flagger: undefined,
        sono: me.session.sono,
        cerco: me.session.cerco,
        // Each has the one beside it: what contradicts itself is refused.
        listedAll: [me.session.sono],
        seeksAll: [me.session.cerco],
        stars: 5,
        age: 30,
        eta: 30,
        messageIds: [],
        time: new Date().toISOString(),
      }
      const statuses: number[] = []
      const problems: (readonly [string, string])[] = []
      for (const operation of operationsOf((await testServer.call('/api/docs/openapi.json')).body)) {
        if (!operation.body || without.has(operation.id)) continue
        const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(String(known[name as keyof typeof known] ?? '01890000-0000-7000-8000-000000000000')),
        )
        const { status, body, headers } = await testServer.call(path, {
          method: operation.method,
          body: fill(operation.body, known) as object,
          token: me.token,
        })
        expect(status, operation.id).toBeLessThan(500)
        // JSON contains the unchanged text, but is never rendered as a page; a problem document repeats nothing.
        expect([headers.get('content-type'), headers.get('x-content-type-options')], operation.id).toEqual([
          expect.stringMatching(/^application\/(problem\+)?json\b/),
          'nosniff',
        ])
        if (status !== 200) problems.push([operation.id, JSON.stringify(body)])
        if (status === 200) statuses.push(status)
      }
      expect(problems.length).toBeGreaterThan(5)
      expect(problems.filter(([, text]) => raw.test(text))).toEqual([])
      return statuses.length
    }
    expect(await send(him, her)).toBeGreaterThan(12)
    await send(her, him)
    const hostile = {
      age: 30,
      geo: 'Lazio',
      sono: 'donna',
      cerco: 'uomo',
      terms1: true,
      terms2: true,
      terms3: true,
      terms4: true,
      password: words,
      username: words,
      source: words,
      campid: words,
      ip: words,
      ua: words,
      fingerprint: words,
      servizio: words,
      provincia: words,
    }
    const registered = await testServer.call('/api/users/register', {
      body: { utente: await testServer.encrypt({ ...hostile, email: 'script.registers@person.example.com' }) },
      headers: { 'user-agent': words },
    })
    expect([registered.status, registered.body.screenName]).toEqual([200, words])
    const socket = await him.connect()
    expect(
      await socket.send('chat', {
        msg: words,
        trackerId: him.session.clickid,
        angelId: her.session.angelId,
        clientMessageId: crypto.randomUUID(),
        icebreaker: false,
        blurredMessage: true,
      }),
    ).toMatchObject({ ok: true })
    socket.close()
    // Published without moderation.
    await testServer.database.pool.query("update reviews set state = 'published', author_name = $1, body = $2", [
      words,
      words,
    ])
    expect(
      Number((await testServer.database.pool.query('select count(*) as n from reviews')).rows[0].n),
    ).toBeGreaterThan(0)
    expect(
      (await testServer.call(`/api/users/profile/${him.session.clickid}`, { token: him.token })).body,
    ).toMatchObject({
      username: words,
      descrizione: words,
    })

    let shown = 0
    const query = new URLSearchParams(
      [
        'tid',
        'campid',
        'ip',
        'src',
        'fluxid',
        'fluxId',
        'token',
        'red',
        'clickid',
        'mail',
        'next',
        'lang',
        'code',
        'state',
        'error',
        'error_description',
        'iss',
        'reference',
        'errorMsg',
        'redirectResult',
        'plan',
      ].map((name) => [name, words]),
    ).toString()
    for (const [paths, headers] of [
      [visitorPages, {}],
      [memberPages(her.session.angelId), cookieOf(him)],
      [memberPages(him.session.angelId), cookieOf(her)],
    ] as const) {
      for (const path of paths) {
        for (const address of [path, `${path.split('?')[0]}?${query}`]) {
          const {
            status,
            body,
            headers: replied,
          } = await testServer.call(address, { headers: { ...headers, 'user-agent': words, referer: words } })
          expect(status, address).toBeLessThan(500)
          expect(`${JSON.stringify([...replied])}${body}`, address).not.toMatch(raw)
          if (escaped.test(String(body))) shown += 1
        }
      }
    }
    expect(shown).toBeGreaterThan(10)

    await expect
      .poll(
        async () =>
          Number(
            (await testServer.database.pool.query("select count(*) as n from emails where state = 'queued'")).rows[0].n,
          ),
        { timeout: 20_000 },
      )
      .toBe(0)
    const mails = (await (await fetch(`${testServer.sandbox.origin}/mail`)).json()) as {
      subject: string
      html: string
    }[]
    expect(mails.some(({ html }) => html.includes('&lt;svg/onload'))).toBe(true)
    for (const { subject, html } of mails) expect(html, subject).not.toMatch(raw)
  }, 120_000)
})

it('every route of the contract is in the document used here', async () => {
  expect(
    operationsOf((await testServer.call('/api/docs/openapi.json')).body)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(
    Object.values(routes)
      .map(({ id }) => id)
      .toSorted(),
  )
})
