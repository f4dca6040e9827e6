import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../testing/shop.ts'
import { framePage } from './page.ts'
import texts from './texts.json' with { type: 'json' }

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
  expect(body).toContain(texts.fr.number)
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
  expect(body).toContain(texts.en.unavailable)
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

test('texts exist in every language and cannot break out of the page', () => {
  const keys = Object.keys(texts.it)
  for (const language of Object.values(texts)) {
    expect(Object.keys(language)).toEqual(keys)
    for (const text of Object.values(language)) expect(text.trim()).not.toBe('')
  }
  const page = framePage({
    locale: 'it',
    theme: null,
    brandKey: 'x"><b>',
    nonce: 'n',
    styles: 'a{}</style>',
    scriptHref: '/s.js',
    publicKey: '</script><b>',
    texts: { ...texts.it, number: '<b>' },
  })
  expect(page).not.toContain('<b>')
  expect(page.match(/<\/style>/g)).toHaveLength(1)
})
