import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withRefusals } from './parts/page-problems.ts'
import { openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { fillSignup } from './parts/sign-up.ts'

/* The sign-up landings: as small as the page of the form, with every sign-in method. `/find` is one for visitors only. */

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const awake = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('main form') ?? {}).some((key) => key.startsWith('__react')),
  )

const awakeDocument = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.body.firstElementChild ?? {}).some((key) => key.startsWith('__react')),
  )

/** The visible content of the page, without the password field's button and meter, which the script adds. */
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

// One of each design; server/test/pages/visitor-pages.test.ts checks that the others load no more script.
test.each(['/signup', '/ms', '/asignup?mail=nora@person.example.com'])(
  '%s starts its script at the first interaction and looks the same afterwards',
  async (path) => {
    const { context, page, problems } = await openVisitor(product, sizes.phone)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    await page.goto(product.at(path))
    expect(scripts).toEqual([expect.stringContaining('visitor-script')])
    await page.evaluate(() => document.fonts.ready)
    const before = await look(page)
    expect(
      await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length),
    ).toBeGreaterThanOrEqual(2)
    await page.mouse.move(5, 5)
    await page.mouse.move(6, 6)
    await awake(page)
    // The field of towns has its list by then, and looks as it did.
    if (!path.startsWith('/asignup')) await page.locator('#city[role=combobox]').waitFor()
    await page.evaluate(() => document.fonts.ready)
    expect(await look(page)).toEqual(before)
    await page.getByRole('button', { name: 'Crea il profilo' }).click()
    await page.getByRole('alert').waitFor()
    expect(problems).toEqual([])
    await context.close()
  },
)

test('a visitor who registers there continues to the search, whose script runs immediately', async () => {
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

test('a visitor whose address is in the link may still register with Google', async () => {
  const { context, page, problems } = await openVisitor(product, sizes.phone)
  const email = 'other@person.example.com'
  await page.goto(product.at('/asignup?mail=partner%40person.example.com&src=radio'))
  await page.getByRole('button', { name: 'Continua con Google' }).click()
  await page.waitForURL(`${product.testServer.sandbox.origin}/google/**`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.waitForURL('**/loginWithGoogle/complete')
  // The account gets Google's address; the partner's is discarded.
  await page.getByText(email).waitFor()
  expect(await page.content()).not.toContain('partner@person')
  expect(withRefusals(problems)).toEqual([])
  await context.close()
})

test('an error page without loader data has the brand’s design and the visitor’s language', async () => {
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
