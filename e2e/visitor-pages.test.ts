import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../server/test/test-server.ts'
import { openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const policyOf = (headers: Headers): string => headers.get('content-security-policy') ?? ''

/** The site's whole style sheet. */
async function loadedRules(): Promise<{ sheet: string }> {
  const { body } = await product.testServer.call('/login')
  const href = /<link rel="stylesheet" href="(\/assets\/[^"]+\.css)"/.exec(String(body))?.[1] ?? ''
  return { sheet: String((await product.testServer.call(href)).body) }
}

test('a page without script carries its rules, allowed by their hash, and waits for no style sheet', async () => {
  const { body, headers } = await product.testServer.call('/')
  expect(
    String(body).match(/rel="stylesheet"|nonce=|<script(?! type="application\/ld\+json"|[^>]* src="\/)/),
  ).toBeNull()
  const rules = /<style[^>]*>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? ''
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rules))).toString('base64')
  expect(policyOf(headers)).toContain(`style-src 'self' 'sha256-${digest}'`)
  expect(policyOf(headers)).not.toContain('unsafe-inline')
})

test('a page whose script waits holds neither nonce nor inline script: its bytes are everybody’s', async () => {
  const answers = [await product.testServer.call('/signup'), await product.testServer.call('/signup')]
  expect(answers[0]?.body).toBe(answers[1]?.body)
  for (const { body, headers } of answers) {
    expect(policyOf(headers)).toMatch(/script-src 'self'; style-src 'self' 'sha256-[^']+';/)
    expect(String(body).match(/nonce|rel="stylesheet"/)).toBeNull()
    expect([...String(body).matchAll(/<script(?![^>]* src="\/assets\/)[^>]*>/g)].map(([tag]) => tag)).toEqual([
      '<script id="handover" type="application/json">',
    ])
  }
})

test('every page that carries its rules has the classes of all its parts', async () => {
  const { context, page } = await openVisitor(product, sizes.phone)
  for (const path of [
    '/',
    '/signup',
    '/asignup',
    '/ms',
    '/find',
    '/contactUs',
    '/cookies',
    '/reviews',
    '/legal/faq',
    '/login?x',
  ]) {
    await page.goto(product.at(path))
    const bare = await page.evaluate(() => {
      const rules = [...document.styleSheets]
        .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
        .join('')
      const classes = [...document.querySelectorAll('[class]')].flatMap((element) => [...element.classList])
      return [...new Set(classes)].filter((name) => name.startsWith('_') && !rules.includes(`.${name}`))
    })
    const { sheet } = await loadedRules()
    expect(
      bare.filter((name) => sheet.includes(`.${name}`)),
      path,
    ).toEqual([])
  }
  await context.close()
})

test('what one visitor chose, or who is signed in, reaches nobody else', async () => {
  const dark = await product.testServer.call('/', { headers: { cookie: 'theme=dark' } })
  const plain = await product.testServer.call('/')
  const english = await product.testServer.call('/', { headers: { 'accept-language': 'en' } })
  const other = await product.testServer.call('/', { host: 'battito.localhost' })
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
  const member = await product.testServer.member()
  const home = await product.testServer.call('/', { headers: { cookie: `__Host-session=${member.token}` } })
  expect([home.status, home.headers.get('location')]).toEqual([302, '/find'])
  expect((await product.testServer.call('/')).status).toBe(200)
})

test('answers in the encoding that is asked for', async () => {
  const encodingFor = async (path: string, accepted: string): Promise<string | null> =>
    (await fetch(product.at(path), { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding')
  await fetch(product.at('/'))
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

test('the form to register starts its script at the first touch and looks the same after it', async () => {
  const { context, page, problems } = await openVisitor(product, sizes.phone)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(product.at('/signup'), { waitUntil: 'networkidle' })
  expect(scripts.filter((url) => /entry\.client|signup/.test(url))).toEqual([])
  // What people see of the form; the eye in the password field and its meter come with the script.
  const look = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('h1, label, legend, input, select, button[type=submit], a, p')].map((element) => {
        const { color, backgroundColor, fontFamily, fontSize, fontWeight, borderRadius, display } =
          getComputedStyle(element)
        const width = element.tagName === 'INPUT' ? '' : Math.round(element.getBoundingClientRect().width)
        return [
          element.tagName,
          width,
          color,
          backgroundColor,
          fontFamily,
          fontSize,
          fontWeight,
          borderRadius,
          display,
        ].join(' ')
      }),
    )
  const before = await look()
  expect(
    await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length),
  ).toBeGreaterThanOrEqual(2)
  await page.mouse.move(5, 5)
  await page.mouse.move(6, 6)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('form') ?? {}).some((key) => key.startsWith('__react')),
  )
  await page.waitForLoadState('networkidle')
  expect(await look()).toEqual(before)
  await page.getByRole('button', { name: 'Crea il profilo' }).click()
  await page.getByRole('alert').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

describe('what one visitor sends changes the kept page of nobody else', () => {
  const lookOf = ({ body, headers }: Answer) => [
    /<html[^>]*>/.exec(String(body))?.[0],
    /name="robots"/.test(String(body)),
    /<button[^>]* name="cookiePolicy"/.test(String(body)),
    /<link rel="canonical"[^>]*>/.exec(String(body))?.[0].replace(/:\d+/, ''),
    headers.get('set-cookie'),
  ]
  const nbsp = '\u00a0'
  /** Each is sent first, by one visitor; then everybody else asks plainly. */
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
  /** A site nobody has asked for anything: pages are kept for each origin, and this machine's names go with any port. */
  const freshSite = () => {
    port += 1
    const host = `localhost:${port}`
    return (path: string, headers: Record<string, string> = {}) =>
      product.testServer.call(path, { headers: { ...headers, host } })
  }

  test.each(Object.entries(attacks))('%s', async (_name, { path, headers }) => {
    for (const shared of ['/', '/signup', '/login']) {
      for (const others of [{}, { cookie: 'theme=dark; cookiePolicy=1' }] as const) {
        const expected = lookOf(await freshSite()(shared, others))
        const ask = freshSite()
        await ask(path ?? shared, headers)
        expect(lookOf(await ask(shared, others)), shared).toEqual(expected)
      }
    }
  })
})
