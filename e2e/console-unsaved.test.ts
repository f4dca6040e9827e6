import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { layoutFaultsHere } from './parts/layout.ts'
import { picture } from './parts/picture.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

const phone = { width: 390, height: 844 }
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
/** Whether the browser asks before the document is left. */
const asks = (page: Page) => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))

test.each([
  ['phone', phone],
  ['desktop', { width: 1440, height: 900 }],
])('the back button asks before a rule that is being written is lost (%s)', async (size, viewport) => {
  const { context, page, problems } = await openConsole(product, {
    role: 'owner',
    name: 'Ada',
    path: '/local/mailings',
    viewport,
  })
  await page.getByRole('heading', { name: 'Mailings', level: 1 }).waitFor()
  if (size === 'phone') await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('link', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'New rule' }).click()
  const name = page.getByRole('dialog').getByLabel('Name')
  await name.fill('Many alike')
  await page.goBack()
  await question(page).waitFor()
  expect(await faults(page)).toEqual([])
  expect(await layoutFaultsHere(page)).toEqual([])
  await picture(page, 'console-leave')
  await question(page).getByRole('button', { name: 'Stay here' }).click()
  await question(page).waitFor({ state: 'detached' })
  expect([new URL(page.url()).pathname, await name.inputValue(), await asks(page)]).toEqual([
    '/local/rules',
    'Many alike',
    true,
  ])
  await page.goBack()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Mailings', level: 1 }).waitFor()
  expect(await asks(page)).toBe(false)
  // What is closed by hand was given up.
  await page.goForward()
  await page.getByRole('button', { name: 'New rule' }).click()
  await name.fill('Many alike')
  await page.keyboard.press('Escape')
  await page.goBack()
  await page.getByRole('heading', { name: 'Mailings', level: 1 }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test.each([
  ['phone', phone],
  ['desktop', { width: 1440, height: 900 }],
])(
  'a newsletter that is not saved stays while other pages are looked at, which lead back to it (%s)',
  async (size, viewport) => {
    const { context, page, problems } = await openConsole(product, {
      role: 'owner',
      name: 'Ada',
      path: '/local/mailings',
      viewport,
    })
    await page.getByRole('button', { name: 'New mailing' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(`Winter ${size}`)
    await dialog.getByRole('button', { name: 'Begin' }).click()
    await page.getByRole('heading', { name: `Winter ${size}`, level: 1 }).waitFor()
    const address = new URL(page.url()).pathname
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill(`Winter walks ${size}`)
    // By a link of the navigation, by keys and by the back button, without a question.
    const notice = page.getByRole('status').filter({ hasText: 'Not saved yet:' })
    if (size === 'phone') await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('link', { name: 'Campaigns' }).click()
    await notice.waitFor()
    expect(await asks(page)).toBe(true)
    expect(await faults(page)).toEqual([])
    expect(await layoutFaultsHere(page)).toEqual([])
    await picture(page, 'console-unsaved')
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor()
    await notice.getByRole('link', { name: `Winter ${size}` }).click()
    await name.waitFor()
    expect([new URL(page.url()).pathname, await name.inputValue()]).toEqual([address, `Winter walks ${size}`])
    expect(await notice.count()).toBe(0)

    // Half a language is not saved.
    await page.getByLabel(/^Subject in/).fill('Ciao')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/^Not saved: the text in/).waitFor()
    await page.getByText(/^Not saved: the text in/).scrollIntoViewIfNeeded()
    expect(await faults(page)).toEqual([])
    await picture(page, 'console-half-newsletter')
    await page.getByLabel(/^Text in/).fill('Passeggiate')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: `Winter walks ${size}`, level: 1 }).waitFor()
    await expect.poll(() => asks(page)).toBe(false)

    // Signing out asks, once.
    await name.fill('Other')
    if (size === 'phone') await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('button', { name: 'Sign out' }).click()
    const leaving = page.getByRole('dialog', { name: 'Sign out without saving?' })
    await leaving.waitFor()
    await picture(page, 'console-sign-out')
    await leaving.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Password').waitFor()
    // The mail in the preview shows the icon from the brand's own address, which no test has.
    expect(problems.filter((problem) => !problem.includes('incontro.example/brand/icon.png'))).toEqual([])
    await context.close()
  },
)
