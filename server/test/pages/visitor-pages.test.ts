import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '#src/context.ts'
import { createLog } from '#platform/process/log.ts'
import { startTestServer, type Answer, type TestServer } from '#test/support/test-server.ts'
import { runsItsScript } from './document.ts'
import { webBuild } from './web-build.ts'

/* Styles and scripts of visitors' pages, and isolation between visitors. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ webBuild: webBuild() })
})
afterAll(() => testServer?.close())

const policyOf = (headers: Headers): string => headers.get('content-security-policy') ?? ''

test('a page without script contains its styles, allowed by their hash, and loads no style sheet', async () => {
  const { body, headers } = await testServer.call('/')
  expect(
    String(body).match(/rel="stylesheet"|nonce=|<script(?! type="application\/ld\+json"|[^>]* src="\/)/),
  ).toBeNull()
  const rules = /<style[^>]*>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? ''
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rules))).toString('base64')
  expect(policyOf(headers)).toContain(`style-src 'self' 'sha256-${digest}'`)
  expect(policyOf(headers)).not.toContain('unsafe-inline')
})

test('a page with deferred script has neither nonce nor inline script, so that it can be shared', async () => {
  const answers = [await testServer.call('/signup'), await testServer.call('/signup')]
  expect(answers[0]?.body).toBe(answers[1]?.body)
  for (const { body, headers } of answers) {
    expect(policyOf(headers)).toMatch(/script-src 'self'; style-src 'self' 'sha256-[^']+';/)
    expect(String(body).match(/nonce|rel="stylesheet"/)).toBeNull()
    expect([...String(body).matchAll(/<script(?![^>]* src="\/assets\/)[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script id="handover" type="application/json">',
    ])
  }
})

test('every page with inlined styles has the classes of all its parts', async () => {
  const { body: login } = await testServer.call('/login')
  const href = /<link rel="stylesheet" href="(\/assets\/[^"]+\.css)"/.exec(login)?.[1] ?? ''
  const { body: sheet } = await testServer.call(href)
  for (const path of [
    '/',
    '/signup',
    '/asignup?mail=nora@person.example.com',
    '/ms',
    '/find',
    '/contactUs',
    '/cookies',
    '/reviews',
    '/safety',
    '/legal/faq',
  ]) {
    const { body } = await testServer.call(path)
    const rules = [...body.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join('')
    const classes = new Set<string>(
      [...body.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
    )
    expect(classes.size, path).toBeGreaterThan(10)
    const bare = [...classes].filter((name) => name.startsWith('_') && !rules.includes(`.${name}`))
    expect(
      bare.filter((name) => sheet.includes(`.${name}`)),
      path,
    ).toEqual([])
  }
})

/** Scripts a page loads immediately, with their imports. */
async function scriptsOf(path: string): Promise<Map<string, number>> {
  const { body } = await testServer.call(path, { headers: { 'accept-encoding': 'identity' } })
  const found = new Map<string, number>()
  const follow = async (address: string): Promise<void> => {
    if (found.has(address)) return
    const { body: text, status } = await testServer.call(address)
    expect(status, address).toBe(200)
    found.set(address, text.length)
    for (const [, to = ''] of text.matchAll(/(?:import|from)\s*"(\.{1,2}\/[^"]+)"/g))
      await follow(new URL(to, `http://localhost${address}`).pathname)
  }
  for (const [, src = ''] of body.matchAll(/<script[^>]* src="([^"]+)"/g)) await follow(src)
  for (const [, preloaded = ''] of body.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)) await follow(preloaded)
  return found
}

test('the landing page loads at most 10 kB of script', async () => {
  const { body } = await testServer.call('/')
  const inline = [...body.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
  const loaded = await scriptsOf('/')
  expect(loaded.size).toBeGreaterThan(0)
  expect([...loaded.values()].reduce((sum, size) => sum + size, inline.join('').length)).toBeLessThanOrEqual(10_000)
  // A page with immediate script loads the whole app, which shows that it would be detected here.
  expect([...(await scriptsOf('/login')).values()].reduce((sum, size) => sum + size, 0)).toBeGreaterThan(100_000)
})

test.each(['/signup', '/find', '/Find/?tid=ad-7', '/ms', '/loginWithGoogle', '/asignup?mail=nora@person.example.com'])(
  '%s has inlined styles, and defers its script until the first interaction',
  async (path) => {
    const { body } = await testServer.call(path)
    expect(body.includes('rel="stylesheet"')).toBe(false)
    expect([...(await scriptsOf(path)).keys()]).toEqual([expect.stringContaining('visitor-script')])
    expect(runsItsScript(body)).toBe(false)
  },
)

test('one visitor’s choices or session reach no other', async () => {
  const dark = await testServer.call('/', { headers: { cookie: 'theme=dark' } })
  const plain = await testServer.call('/')
  const english = await testServer.call('/', { headers: { 'accept-language': 'en' } })
  const other = await testServer.call('/', { host: 'battito.localhost' })
  expect(
    [dark, plain, english, other].map(({ body }) =>
      /<html lang="(\w+)" data-brand="(\w+)"(?: data-theme="(\w+)")?/.exec(body)?.slice(1),
    ),
  ).toEqual([
    ['it', 'local', 'dark'],
    ['it', 'local', undefined],
    ['en', 'local', undefined],
    ['it', 'battito', undefined],
  ])
  const member = await testServer.member()
  const home = await testServer.call('/', { headers: { cookie: `__Host-session=${member.token}` } })
  expect([home.status, home.headers.get('location')]).toEqual([302, '/find'])
  expect((await testServer.call('/')).status).toBe(200)
})

test('answers in the encoding that is asked for', async () => {
  const encodingFor = async (path: string, accepted: string): Promise<string | null> =>
    (await fetch(testServer.url + path, { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding')
  await fetch(testServer.url)
  expect(
    await Promise.all([
      encodingFor('/', 'br, gzip'),
      encodingFor('/', 'gzip'),
      encodingFor('/', 'br;q=0'),
      encodingFor('/signup', 'br, gzip'),
      encodingFor('/login', 'gzip'),
      encodingFor('/?tid=a', 'gzip'),
    ]),
  ).toEqual(['br', 'gzip', null, 'br', 'gzip', 'gzip'])
})

test('a member’s search runs its script immediately', async () => {
  const { token } = await testServer.member()
  const { body } = await testServer.call('/find', { headers: { cookie: `__Host-session=${token}` } })
  expect(runsItsScript(body)).toBe(true)
})

test('where Google is not configured these pages do not mention it', async () => {
  const pages = [
    '/find',
    '/Find/?tid=ad-7',
    '/ms',
    '/loginWithGoogle',
    '/asignup?mail=nora@person.example.com',
    '/signup',
    '/login',
  ]
  const words = async (config: typeof testServer.config) => {
    const context = await createContext({
      config,
      log: createLog('silent'),
      health: { ready: true },
      webBuild: webBuild(),
      servesLocalhost: true,
    })
    const found = await Promise.all(
      pages.map(async (url) =>
        (await context.app.inject({ url, headers: { host: testServer.host } })).body.includes('Continua con Google'),
      ),
    )
    await context.close()
    return found
  }
  expect(await words(testServer.config)).toEqual(pages.map(() => true))
  expect(await words({ ...testServer.config, google: undefined })).toEqual(pages.map(() => false))
})

describe('a visitor’s request does not change the cached page of others', () => {
  const lookOf = ({ body, headers }: Answer) => [
    /<html[^>]*>/.exec(String(body))?.[0],
    /name="robots"/.test(String(body)),
    /<button[^>]* name="cookiePolicy"/.test(String(body)),
    /<link rel="canonical"[^>]*>/.exec(String(body))?.[0].replace(/:\d+/, ''),
    headers.get('set-cookie'),
  ]
  const nbsp = '\u00a0'
  /** Each is sent first by one visitor; then others send a plain request. */
  const attacks: Readonly<Record<string, { path?: string; headers: Record<string, string> }>> = {
    'a no-break space before a cookie': { headers: { cookie: `${nbsp}theme=dark; ${nbsp}cookiePolicy=1` } },
    'a no-break space behind its name': { headers: { cookie: `theme${nbsp}=dark; cookiePolicy${nbsp}=1` } },
    'a no-break space around its value': { headers: { cookie: `theme=${nbsp}dark${nbsp}` } },
    'percent-coding in its value': { headers: { cookie: 'theme=%64ark' } },
    'a quoted value': { headers: { cookie: 'theme="dark"' } },
    'a cookie twice': { headers: { cookie: 'theme=light; theme=dark; cookiePolicy=; cookiePolicy=1' } },
    'an empty cookie': { headers: { cookie: 'cookiePolicy=; theme=' } },
    'a cookie that cannot be decoded': { headers: { cookie: 'theme=%E0%A4%A; cookiePolicy=%' } },
    'a program that reads for search engines': { headers: { 'user-agent': 'Googlebot/2.1' } },
    'another host in a header nobody trusts': {
      headers: { 'x-forwarded-host': 'battito.localhost', 'x-forwarded-proto': 'https' },
    },
    'many languages': { headers: { 'accept-language': 'xx, it;q=0, en;q=0.1' } },
    'a percent-coded path': { path: '/%73ignup', headers: { cookie: 'theme=dark' } },
    'another case of the path': { path: '/SIGNUP', headers: { cookie: 'theme=dark' } },
    'a slash behind the path': { path: '/signup/', headers: { cookie: 'theme=dark' } },
    'a query that is empty': { path: '/signup?', headers: { cookie: 'theme=dark' } },
    'a whole address in the first line': {
      path: 'http://battito.localhost/signup',
      headers: { cookie: 'theme=dark' },
    },
    'a session that is none': { headers: { cookie: `__Host-session=${'x'.repeat(43)}; theme=%64ark` } },
  }

  let port = 20_000
  /** A site without requests yet: pages are cached per origin, and local names work with any port. */
  const freshSite = () => {
    port += 1
    const host = `localhost:${port}`
    return (path: string, headers: Record<string, string> = {}) =>
      testServer.call(path, { headers: { ...headers, host } })
  }

  const looks = new Map<string, Promise<unknown[]>>()
  /** The page as seen without an earlier attack. */
  const untouched = (path: string, headers: Record<string, string>): Promise<unknown[]> => {
    const key = `${path} ${JSON.stringify(headers)}`
    const known = looks.get(key) ?? freshSite()(path, headers).then(lookOf)
    looks.set(key, known)
    return known
  }

  test.each(Object.entries(attacks))('%s', async (_name, { path, headers }) => {
    for (const shared of ['/', '/signup', '/login']) {
      for (const others of [{}, { cookie: 'theme=dark; cookiePolicy=1' }] as const) {
        const expected = await untouched(shared, others)
        const ask = freshSite()
        await ask(path ?? shared, headers)
        expect(lookOf(await ask(shared, others)), shared).toEqual(expected)
      }
    }
  })
})
