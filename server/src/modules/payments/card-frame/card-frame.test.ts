import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { i18nFor } from '#platform/text/i18n.ts'
import { openShop, type Shop } from '../testing/shop.ts'
import { framePage } from './page.ts'
import { frameTexts } from './texts.ts'

const frameDir = mkdtempSync(join(tmpdir(), 'frame-'))
let shop: Shop
let keyless = false
/** The key of the brand's own connection, not the shared one. */
const ownKey = '10001|A1B2'
beforeAll(async () => {
  shop = await openShop({
    frameDir,
    connections: (adyen) =>
      ['vicino', 'battito'].map((brandId) => ({
        brandId,
        provider: {
          ...adyen({}),
          cardKey: async () => {
            if (keyless) throw new Error('no answer')
            return { publicKey: brandId === 'battito' ? ownKey : '10001|FF' }
          },
        },
      })),
  })
})
afterAll(async () => {
  await shop.close()
  rmSync(frameDir, { recursive: true })
})
const get = (url: string) => shop.app.inject({ url })

test('the frame answers 503 until it is built', async () => {
  expect((await get('/pay/card-frame')).statusCode).toBe(500)
  writeFileSync(join(frameDir, 'card-frame.js'), '"built"')
  writeFileSync(join(frameDir, 'ui-font.woff2'), 'font')
  expect((await get('/pay/card-frame')).statusCode).toBe(200)
})

test('is a document of its own, which runs only its own script and cannot send requests', async () => {
  const { headers, body } = await get('/pay/card-frame?lang=fr&theme=dark')
  const nonce = /<script nonce="([^"]+)"/.exec(body)?.[1] ?? ''
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; font-src 'self'; connect-src 'none'; form-action 'none'; base-uri 'none'; ` +
      "frame-ancestors 'self'; sandbox allow-scripts",
  )
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'x-frame-options': 'SAMEORIGIN',
  })
  expect(body).toContain('<html lang="fr" data-brand="battito" data-theme="dark">')
  expect(body).toContain(frameTexts(i18nFor('fr')).number)
  for (const autocomplete of ['cc-number', 'cc-exp', 'cc-csc']) expect(body).toContain(`autocomplete="${autocomplete}"`)
  const data = JSON.parse(/id="frame-data">([^<]+)</.exec(body)?.[1] ?? '{}') as { publicKey: string }
  expect(data.publicKey).toBe(ownKey)
  expect(body).toContain('src="/pay/card-frame/card-frame.js?v=WCpoNGLS6Zs65Iaj"')
  expect(body).toContain(shop.deps.brandOf('battito')!.assets.tokensCss.replaceAll('</', '<\\/'))
  expect(headers['permissions-policy']).toBe('camera=(), microphone=(), geolocation=()')
})

test('says the server’s time, whatever the clock of the device', async () => {
  shop.clock.offsetMs = 400 * 86_400_000
  const { body } = await get('/pay/card-frame')
  const now = Date.parse(/"now":"([^"]+)"/.exec(body)?.[1] ?? '')
  expect(Math.abs(shop.deps.clock().getTime() - now)).toBeLessThan(60_000)
  shop.clock.offsetMs = 0
})

test('refuses unknown languages and themes', async () => {
  const { body } = await get('/pay/card-frame?lang="><script>&theme=neon')
  expect(body).toContain('<html lang="it" data-brand="battito">')
})

test('shows a message when there is no key', async () => {
  keyless = true
  const { statusCode, body } = await get('/pay/card-frame?lang=en')
  keyless = false
  expect(statusCode).toBe(503)
  expect(body).toContain(`<p class="message" role="alert">${frameTexts(i18nFor('en')).unavailable}</p>`)
  expect(body).not.toMatch(/<script|<input/)
  expect(body).not.toContain('<input')
})

test('its files can be read from its opaque origin', async () => {
  const script = await get('/pay/card-frame/card-frame.js?v=1')
  expect(script.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  })
  expect(script.body).toBe('"built"')
  const current = await get('/pay/card-frame/card-frame.js?v=WCpoNGLS6Zs65Iaj')
  expect(current.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const font = await get('/pay/card-frame/ui-font.woff2')
  expect([font.headers['content-type'], font.body]).toEqual(['font/woff2', 'font'])
})

test('texts cannot break out of the page', () => {
  const page = framePage({
    locale: 'it',
    theme: null,
    brandKey: 'x"><b>',
    nonce: 'n',
    styles: 'a{}</style>',
    scriptHref: '/s.js',
    publicKey: '</script><b>',
    now: new Date(),
    texts: { ...frameTexts(i18nFor('it')), number: '<b>' },
  })
  expect(page).not.toContain('<b>')
  expect(page.match(/<\/style>/g)).toHaveLength(1)
})
