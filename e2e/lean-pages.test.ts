import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const policyOf = (headers: Headers): string => headers.get('content-security-policy') ?? ''
const nonceOf = (headers: Headers): string => /'nonce-([^']+)'/.exec(policyOf(headers))?.[1] ?? ''

test('a page without script carries its rules, allowed by their hash, and waits for no style sheet', async () => {
  const { body, headers } = await product.testServer.call('/')
  expect(body).not.toMatch(/rel="stylesheet"|nonce=|<script(?! type="application\/ld\+json"|[^>]* src="\/)/)
  const rules = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? ''
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rules))).toString('base64')
  expect(policyOf(headers)).toContain(`style-src 'self' 'sha256-${digest}'`)
  expect(policyOf(headers)).not.toContain('unsafe-inline')
})

test('a shared page has a nonce of its own in every answer', async () => {
  const answers = [await product.testServer.call('/signup'), await product.testServer.call('/signup')]
  const nonces = answers.map(({ headers }) => nonceOf(headers))
  expect(new Set(nonces).size).toBe(2)
  for (const [at, { body }] of answers.entries()) {
    expect(new Set([...String(body).matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce))).toEqual(
      new Set([nonces[at]]),
    )
  }
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
      encodingFor('/?tid=a', 'gzip'),
    ]),
  ).toEqual(['br', 'gzip', null, 'gzip', 'gzip'])
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
