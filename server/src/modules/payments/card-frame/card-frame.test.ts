import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { i18nFor } from '../../../platform/i18n.ts'
import { openShop, type Shop } from '../testing/shop.ts'
import { framePage } from './page.ts'
import { frameTexts } from './texts.ts'

const frameDir = mkdtempSync(join(tmpdir(), 'frame-'))
let shop: Shop
let keyless = false
beforeAll(async () => {
  shop = await openShop({
    frameDir,
    provider: (real) => ({
      ...real,
      cardKey: () => (keyless ? Promise.reject(new Error('no answer')) : real.cardKey()),
    }),
  })
})
afterAll(async () => {
  await shop.close()
  rmSync(frameDir, { recursive: true })
})
const get = (url: string) => shop.app.inject({ url })

test('the frame waits for its build', async () => {
  expect((await get('/pay/card-frame')).statusCode).toBe(500)
  writeFileSync(join(frameDir, 'card-frame.js'), '"built"')
  writeFileSync(join(frameDir, 'ui-font.woff2'), 'font')
  expect((await get('/pay/card-frame')).statusCode).toBe(200)
})

test('is a document alone, which runs only its own script and sends nothing', async () => {
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
  expect(data.publicKey).toMatch(/^[0-9A-F]+\|[0-9A-F]+$/i)
})

test('takes no other language or theme than there are', async () => {
  const { body } = await get('/pay/card-frame?lang="><script>&theme=neon')
  expect(body).toContain('<html lang="it" data-brand="battito">')
})

test('without a key says so and takes nothing', async () => {
  keyless = true
  const { statusCode, body } = await get('/pay/card-frame?lang=en')
  keyless = false
  expect(statusCode).toBe(503)
  expect(body).toContain(frameTexts(i18nFor('en')).unavailable)
  expect(body).not.toContain('<input')
})

test('its files may be read by its opaque origin', async () => {
  const script = await get('/pay/card-frame/card-frame.js?v=1')
  expect(script.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-type': 'text/javascript; charset=utf-8',
  })
  expect((await get('/pay/card-frame/ui-font.woff2')).headers['content-type']).toBe('font/woff2')
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
    texts: { ...frameTexts(i18nFor('it')), number: '<b>' },
  })
  expect(page).not.toContain('<b>')
  expect(page.match(/<\/style>/g)).toHaveLength(1)
})
