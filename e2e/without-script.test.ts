import { afterAll, beforeAll, expect, test } from 'vitest'
import { withRefusals } from './parts/page-problems.ts'
import { openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { fillSignup, password } from './parts/sign-up.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

test('without script one reads, registers, confirms and signs in', async () => {
  const { context, page, problems } = await openVisitor(product, { ...sizes.phone, javaScriptEnabled: false })
  await page.goto(product.at('/'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Condizioni' }).first().click()
  await page.waitForURL('**/legal/terms')
  await page.getByRole('heading', { level: 1 }).waitFor()

  // The form posts itself; what is wrong comes back with what was written.
  await page.goto(product.at('/signup'))
  await page.locator('#email').fill('nora@person.example.com')
  await page.getByRole('button', { name: 'Crea il profilo' }).click()
  await page.getByRole('alert').waitFor()
  expect(
    await page
      .getByRole('alert')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(['#sono', '#cerco', '#age', '#region', '#password', '#terms1'])
  expect(await page.locator('#email').inputValue()).toBe('nora@person.example.com')
  await fillSignup(page, { email: 'nora@person.example.com', sono: 'donna', cerco: 'uomo', age: '40', region: 'Lazio' })
  await page.waitForURL('**/find')

  const { links } = await product.testServer.mailTo('nora@person.example.com')
  await page.goto(links.find((link) => link.includes('/confirmEmail')) ?? '')
  await page.getByRole('button', { name: 'Conferma l’indirizzo' }).click()
  await page.waitForURL(/\/(match|find)$/)
  const { rows } = await product.testServer.database.pool.query(
    'select email_confirmed_at is not null as confirmed from members',
  )
  expect(rows).toEqual([{ confirmed: true }])

  await context.clearCookies()
  await page.goto(product.at('/login'))
  await page.locator('#email').fill('nora@person.example.com')
  await page.locator('#password').fill('not this one')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await page.getByRole('alert').waitFor()
  await page.locator('#password').fill(password)
  await page.getByRole('button', { name: 'Accedi' }).click()
  await page.waitForURL('**/find')
  expect(withRefusals(problems)).toEqual([])
  await context.close()
})

test('the landing page comes with at most 10 kB of script', async () => {
  const { context, page } = await openVisitor(product, sizes.phone)
  const sizesOf: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizesOf.push((async () => Number(response.headers()['content-length'] ?? (await response.body()).length))())
  })
  await page.goto(product.at('/'), { waitUntil: 'networkidle' })
  const inline = await page
    .locator('script:not([src])')
    .evaluateAll((scripts) => scripts.reduce((sum, script) => sum + (script.textContent ?? '').length, 0))
  const bytes = (await Promise.all(sizesOf)).reduce((sum, size) => sum + size, 0)
  expect(bytes + inline).toBeLessThanOrEqual(10_000)
  await context.close()
})
