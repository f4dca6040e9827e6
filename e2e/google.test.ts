import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withRefusals } from './parts/page-problems.ts'
import { faults } from './parts/axe.ts'
import { openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { polling } from './parts/polling.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const button = (page: Page, name: string) => page.getByRole('button', { name })
const goOn = (page: Page) => button(page, 'Continua con Google').click()

/** Signs in on the provider's own page. */
async function choose(page: Page, email: string): Promise<void> {
  await page.waitForURL(`${product.testServer.sandbox.origin}/google/**`)
  await page.getByLabel('Email').fill(email)
  await button(page, 'Go on').click()
}

async function fillTheRest(page: Page): Promise<void> {
  await page.locator('label', { has: page.locator('input[name=sono][value=donna]') }).click()
  await page.locator('label', { has: page.locator('input[name=cerco][value=uomo]') }).click()
  await page.locator('#age').selectOption('34')
  await page.locator('#region').selectOption('Toscana')
  for (const id of ['terms1', 'terms2', 'terms3', 'terms4']) await page.locator(`#${id}`).check()
  await button(page, 'Crea il profilo').click()
}

const memberOf = async (email: string) =>
  (
    await product.testServer.database.pool.query(
      `select m.screen_name, m.source, r.name as region, m.password_hash is null as no_password, m.email_confirmed_at is not null as confirmed
   from members m join geo_regions r on r.id = m.region_id where m.email = $1`,
      [email],
    )
  ).rows

test('a new member registers with Google, and later signs in directly', async () => {
  const email = 'giulia.neri@person.example.com'
  const { context, page, problems } = await openVisitor(product, sizes.phone)

  // Cancelled at first: the page says so and shows the same button again.
  await page.goto(product.at('/signup?src=radio&tid=visit-9'))
  await goOn(page)
  await page.waitForURL(`${product.testServer.sandbox.origin}/google/**`)
  await button(page, 'Refuse').click()
  await page.getByRole('heading', { name: 'Hai annullato l’accesso' }).waitFor()
  expect(await faults(page)).toEqual([])
  await goOn(page)
  await choose(page, email)

  // No account yet: the page asks for region, age, gender sought and consents, with nothing preselected.
  await page.waitForURL('**/loginWithGoogle/complete')
  await page.getByText(email).waitFor()
  expect(await page.getByLabel('Nome sul profilo').inputValue()).toBe('Giulia')
  const boxes = page.getByRole('checkbox')
  expect(await boxes.count()).toBeGreaterThan(0)
  for (const box of await boxes.all()) expect(await box.isChecked()).toBe(false)
  await button(page, 'Crea il profilo').click()
  const faultLinks = page.getByRole('alert').getByRole('link')
  await expect.poll(() => faultLinks.count(), polling).toBe(5)
  expect(await faultLinks.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '#sono',
    '#cerco',
    '#age',
    '#region',
    '#terms1',
  ])
  expect(await faults(page)).toEqual([])
  expect(await memberOf(email)).toEqual([])
  await fillTheRest(page)
  await page.waitForURL('**/find')
  await page.getByRole('dialog', { name: 'Ciao Giulia, che bello averti qui' }).waitFor()
  expect(await memberOf(email)).toEqual([
    { screen_name: 'Giulia', source: 'radio', region: 'Toscana', no_password: true, confirmed: true },
  ])
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(email)

  // Sign out, and sign in again on the way to a page.
  await page.goto('about:blank')
  await context.clearCookies()
  await page.goto(product.at('/login?next=%2Fchats'))
  await goOn(page)
  await page.waitForURL(`${product.testServer.sandbox.origin}/google/**`)
  await button(page, `Giulia Neri, ${email}`).click()
  await page.waitForURL('**/chats')
  await page.getByRole('heading', { level: 1 }).waitFor()

  // The return URL works only once, and is not in the history.
  await page.goto(product.at('/loginWithGoogle/return?code=x&state=y'))
  await page.getByRole('heading', { name: 'Questo accesso non vale più' }).waitFor()
  expect(withRefusals(problems)).toEqual(['401 /api/users/auth/google'])
  await context.close()
})
