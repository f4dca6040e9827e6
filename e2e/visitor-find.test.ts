import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { createContext } from '../server/src/context.ts'
import { createLog } from '../server/src/platform/log.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withRefusals } from './parts/page-problems.ts'
import { openMember, openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { fillSignup } from './parts/sign-up.ts'

/* The sign-up landings: as light as the form's own page, and with every sign-in method. `/find` is one for visitors only. */

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const landings = ['/find', '/Find/?tid=ad-7', '/ms', '/loginWithGoogle', '/asignup?mail=nora@person.example.com']

const awake = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('main form') ?? {}).some((key) => key.startsWith('__react')),
  )

const awakeDocument = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.body.firstElementChild ?? {}).some((key) => key.startsWith('__react')),
  )

/** What people see of the page: the eye in the password field and its meter come with the script. */
const look = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, label, legend, input, select, button[type=submit], a, p')].map((element) => {
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

test.each(landings)('%s starts its script at the first touch and looks the same after it', async (path) => {
  const { context, page, problems } = await openVisitor(product, sizes.phone)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto(product.at(path), { waitUntil: 'networkidle' })
  expect(scripts).toEqual([expect.stringContaining('visitor-script')])
  expect(await page.locator('link[rel=stylesheet]').count()).toBe(0)
  const before = await look(page)
  await page.mouse.move(5, 5)
  await page.mouse.move(6, 6)
  await awake(page)
  await page.waitForLoadState('networkidle')
  expect(await look(page)).toEqual(before)
  await page.getByRole('button', { name: 'Crea il profilo' }).click()
  await page.getByRole('alert').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('who registers there is in the search, which needs no touch', async () => {
  const { context, page, problems } = await openVisitor(product, sizes.phone)
  await page.goto(product.at('/find'))
  await fillSignup(page, {
    email: 'early@person.example.com',
    sono: 'donna',
    cerco: 'uomo',
    age: '33',
    region: 'Lazio',
  })
  await page.getByRole('heading', { name: 'Controlla la posta' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/find')
  expect(problems).toEqual([])
  await context.close()
})

test('a member’s search runs at once', async () => {
  await product.testServer.member({ gender: 'woman' })
  const { context, page, problems } = await openMember(product, {}, sizes.desktop)
  await page.goto(product.at('/find'))
  expect(await page.locator('script[type=later-module]').count()).toBe(0)
  await awakeDocument(page)
  expect(problems).toEqual([])
  await context.close()
})

test('without script the landing registers and the search is there', async () => {
  const { context, page, problems } = await openVisitor(product, { ...sizes.phone, javaScriptEnabled: false })
  await page.goto(product.at('/find?src=radio'))
  await fillSignup(page, {
    email: 'plain@person.example.com',
    sono: 'uomo',
    cerco: 'donna',
    age: '40',
    region: 'Lazio',
  })
  await page.waitForURL('**/find')
  const { rows } = await product.testServer.database.pool.query('select source from members where email = $1', [
    'plain@person.example.com',
  ])
  expect(rows).toEqual([{ source: 'radio' }])
  expect(withRefusals(problems)).toEqual([])
  await context.close()
})

test.each([true, false])(
  'a visitor whose address came with the link may register with Google all the same (script: %s)',
  async (javaScriptEnabled) => {
    const { context, page, problems } = await openVisitor(product, { ...sizes.phone, javaScriptEnabled })
    const email = `other.${javaScriptEnabled}@person.example.com`
    await page.goto(product.at('/asignup?mail=partner%40person.example.com&src=radio'))
    await page.getByRole('button', { name: 'Continua con Google' }).click()
    await page.waitForURL(`${product.testServer.sandbox.origin}/google/**`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Go on' }).click()
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Entra' }).click()
    await page.waitForURL('**/loginWithGoogle/complete')
    // Google's address is the account's; the partner's goes nowhere.
    await page.getByText(email).waitFor()
    expect(await page.content()).not.toContain('partner@person')
    expect(withRefusals(problems)).toEqual([])
    await context.close()
  },
)

test('where Google is not set up nothing on these pages speaks of it', async () => {
  const pages = [...landings, '/signup', '/login']
  const webBuild = process.env['WEB_BUILD_DIR'] ?? fileURLToPath(new URL('../web/build', import.meta.url))
  const words = async (config: typeof product.testServer.config) => {
    const context = await createContext({
      config,
      log: createLog('silent'),
      health: { ready: true },
      webBuild,
      servesLocalhost: true,
    })
    const found = await Promise.all(
      pages.map(async (url) =>
        (await context.app.inject({ url, headers: { host: product.testServer.host } })).body.includes(
          'Continua con Google',
        ),
      ),
    )
    await context.close()
    return found
  }
  expect(await words(product.testServer.config)).toEqual(pages.map(() => true))
  expect(await words({ ...product.testServer.config, google: undefined })).toEqual(pages.map(() => false))
})

test('an error page that no loader ran for is the brand’s all the same, in the visitor’s language', async () => {
  const { context, page } = await openVisitor(product, { ...sizes.phone, locale: 'es-ES' })
  await page.goto(product.at('/legal/faq', 'battito.localhost'))
  await page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/notifications' })
    document.body.append(form)
    form.submit()
  })
  await page.getByRole('heading', { name: 'Algo ha salido mal' }).waitFor()
  await awakeDocument(page)
  expect(
    await page.locator('html').evaluate((html) => [html.getAttribute('lang'), html.getAttribute('data-brand')]),
  ).toEqual(['es', 'battito'])
  expect(
    await page.getByRole('link', { name: 'Reintentar' }).evaluate((link) => getComputedStyle(link).backgroundColor),
  ).not.toBe('rgba(0, 0, 0, 0)')
  await context.close()
})
