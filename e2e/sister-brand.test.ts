import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { sizes } from './parts/person.ts'
import { openBrowser } from './parts/product.ts'
import { fillSignup } from './parts/sign-up.ts'

/*
 * Code 1006: Vicino leaves Spain to Cercame, whose own domain is behind a TLS proxy, as in production. The same without
 * script, and from other pages, is covered by server/test/pages/without-script.test.ts.
 */

const sister = 'https://cercame.example'
let testServer: TestServer
let browser: Browser
beforeAll(async () => {
  const webBuild = process.env['WEB_BUILD_DIR'] ?? fileURLToPath(new URL('../web/build', import.meta.url))
  ;[testServer, browser] = await Promise.all([
    startTestServer({ webBuild, trustedProxies: ['127.0.0.0/8', '::1'] }),
    openBrowser(),
  ])
})
afterAll(async () => {
  await testServer?.close()
})

interface Passed {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Buffer
}

/** Plays the proxy of the other brand: forwards the request with the requested host name. */
const pass = (method: string, url: URL, headers: Record<string, string>, body: Buffer | null): Promise<Passed> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(testServer.url)
    const outgoing = request(
      {
        host: 'localhost',
        port,
        method,
        path: url.pathname + url.search,
        headers: {
          ...headers,
          host: url.host,
          'x-forwarded-proto': 'https',
          'x-forwarded-for': '203.0.113.9',
          'accept-encoding': 'identity',
        },
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            body: Buffer.concat(chunks),
            headers: Object.fromEntries(
              Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join('\n')]),
            ),
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body ?? undefined)
  })

async function openVisitor(): Promise<{ context: BrowserContext; page: Page; at: (path: string) => string }> {
  const context = await browser.newContext({
    ...sizes.phone,
    locale: 'it-IT',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(15_000)
  await context.route(`${sister}/**`, async (route) => {
    const asked = route.request()
    const answer = await pass(asked.method(), new URL(asked.url()), await asked.allHeaders(), asked.postDataBuffer())
    const { location } = answer.headers
    // The browser would follow a redirect over the network, where this name does not resolve.
    if (location === undefined) return route.fulfill(answer)
    const next = new URL(location, asked.url()).href
    return route.fulfill({
      status: 200,
      headers: { 'set-cookie': answer.headers['set-cookie'] ?? '', 'content-type': 'text/html' },
      body: `<meta http-equiv="refresh" content="0; url=${next}">`,
    })
  })
  const at = (path: string) => `http://vicino.localhost:${new URL(testServer.url).port}${path}`
  return { context, page: await context.newPage(), at }
}

const membersWith = async (email: string) =>
  (await testServer.database.pool.query('select brand_id, campid, country from members where email = $1', [email])).rows

test('a visitor who lives in Spain is sent to the brand there, and registers there', async () => {
  const email = 'ines@person.example.com'
  const { context, page, at } = await openVisitor()
  await page.goto(at('/signup?campid=42&src=radio'))
  await page.getByText('ti portiamo sul nostro sito che c’è lì').waitFor()
  expect(await page.getByLabel('Vivo in').locator('option').allInnerTexts()).toEqual([
    'Italia',
    'Spagna',
    'Francia',
    'Regno Unito',
    'Irlanda',
  ])
  expect(await page.getByLabel('Vivo in').inputValue()).toBe('IT')

  // The other fields may stay empty.
  await page.locator('#email').fill(email)
  await page.getByLabel('Vivo in').selectOption('ES')
  await page.getByRole('button', { name: 'Crea il profilo' }).click()
  await page.waitForURL(`${sister}/**`)
  expect(page.url()).toBe(`${sister}/signup?campid=42&src=radio`)
  expect(await page.locator('html').getAttribute('data-brand')).toBe('cercame')
  expect(await membersWith(email)).toEqual([])

  // No value of the first form is passed on, and this form is for its own country without asking for one.
  expect(await page.locator('#email').inputValue()).toBe('')
  expect(await page.locator('#livesIn').count()).toBe(0)
  await fillSignup(page, { email, sono: 'donna', cerco: 'uomo', age: '34', region: 'Andalucía' })
  await page.waitForURL(`${sister}/find`)
  expect(await membersWith(email)).toEqual([{ brand_id: 'cercame', campid: '42', country: 'ES' }])
  // A closed page may still have pending requests, which the server's shutdown would abort.
  await context.unrouteAll({ behavior: 'wait' })
  await context.close()
})
