import { locales } from '@incontro/contract'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer?.close())

const ask = (body: object, host = 'localhost') => testServer.call('/api/legal', { body, host })

test('every brand has its rules about payments, at their anchor, in every language', async () => {
  for (const { key, hosts, company, languages } of testServer.context.brands.list) {
    for (const l of languages) {
      const { body } = await ask({ p: 'terms', l }, hosts[0])
      expect(body.html.match(/id="billingPolicy"/g), `${key} ${l}`).toHaveLength(1)
      expect(body.html, `${key} ${l}`).toContain(company.name.split(' (')[0])
      expect(body.version).toMatch(/^[0-9a-f]{12}$/)
    }
  }
})

test('every page of every brand and language is safe HTML', async () => {
  for (const { hosts, languages } of testServer.context.brands.list) {
    for (const l of languages) {
      for (const p of ['faq', 'cookie', 'privacy', 'terms', 'features']) {
        const { html, title } = (await ask({ p, l }, hosts[0])).body
        expect(title).not.toBe('')
        expect(html).not.toMatch(
          /<(script|style|iframe|object|embed|form|input|svg|img|link|meta|base|h1)\b|\son\w+=|\bstyle=|(href|src)="(?!https:\/\/|\/|#|mailto:|tel:)/i,
        )
        expect(html, `${p} ${l}`).not.toMatch(/\{\{|undefined/)
      }
    }
  }
})

test('`d` selects the brand by domain, on any host', async () => {
  const battito = (await ask({ p: 'privacy', l: 'it' }, 'battito.localhost')).body
  // A domain that is not among the hosts counts, too.
  const brand = testServer.context.brands.byKey('battito') ?? expect.fail('no brand')
  const { domain } = brand
  onTestFinished(() => void Object.assign(brand, { domain }))
  Object.assign(brand, { domain: 'alone.example' })
  for (const d of [
    'battito.example',
    'BATTITO.example',
    'battito.localhost',
    'battito.localhost:3000',
    'battito.example.',
    'ALONE.example',
  ])
    expect((await ask({ p: 'privacy', l: 'it', d })).body).toEqual(battito)
  expect((await ask({ p: 'privacy', l: 'it' })).body.html).not.toBe(battito.html)
  for (const d of ['other.example', 'battito.example.evil.example', '', '../battito', '__proto__'])
    expect((await ask({ p: 'privacy', l: 'it', d })).status, d).toBe(404)
})

test('`l` is a language or a country’s code, in any case; otherwise English', async () => {
  const title = async (l?: string) => (await ask({ p: 'terms', ...(l === undefined ? {} : { l }) })).body.title
  const titles = await Promise.all(locales.map((locale) => title(locale)))
  expect(new Set(titles).size).toBe(locales.length)
  expect(await Promise.all(['IT', 'es-ES', 'FR', 'en-GB'].map(title))).toEqual(titles)
  for (const l of ['GB', 'IE', 'de', 'zz', undefined, '']) expect(await title(l)).toBe(titles[3])
  // Without English, the brand's own language.
  const brand = testServer.context.brands.byKey('local') ?? expect.fail('no brand')
  const { languages, defaultLanguage } = brand
  Object.assign(brand, { languages: ['fr', 'it'], defaultLanguage: 'fr' })
  try {
    expect(await Promise.all(['de', 'en', undefined, 'it'].map(title))).toEqual([2, 2, 2, 0].map((at) => titles[at]))
  } finally {
    Object.assign(brand, { languages, defaultLanguage })
  }
})

test('the version of a page changes with its text only', async () => {
  const [first, again, other] = await Promise.all([
    ask({ p: 'terms', l: 'it' }),
    ask({ p: 'terms', l: 'it' }),
    ask({ p: 'terms', l: 'es' }),
  ])
  expect(first.body.version).toBe(again.body.version)
  expect(first.body.version).not.toBe(other.body.version)
})

test.each([
  [{ p: 'imprint' }],
  [{}],
  [{ p: '../terms' }],
  [{ p: 'terms', x: 1 }],
  [{ p: 'terms', l: 'x'.repeat(36) }],
  [{ p: 'terms', d: 'x'.repeat(256) }],
])('%j is refused', async (body) => {
  expect((await ask(body)).status).toBe(400)
})
