import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole } from './parts/console.ts'
import { openProduct, type Product } from './parts/product.ts'
import { picture } from './parts/picture.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

test('without a network the console keeps what is shown and typed, says that it may be out of date, and catches up', async () => {
  const { context, page } = await openConsole(product, { role: 'owner', name: 'Ada', path: '/local/staff' })
  await page.getByRole('cell', { name: 'Ada' }).first().waitFor()
  await page.getByRole('button', { name: 'Invite' }).click()
  const address = page.getByRole('dialog').getByLabel('Email')
  await address.fill('bea@incontro.example')
  await context.route('**/admin/api/**', (route) => route.abort())
  const notice = page.getByText('What you see may be out of date')
  // Back at the window, what is older than five seconds is fetched again, three times before it is given up.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
        return notice.count()
      },
      { timeout: 30_000, interval: 1000 },
    )
    .toBe(1)
  expect(await address.inputValue()).toBe('bea@incontro.example')
  await page.keyboard.press('Escape')
  await page.getByRole('cell', { name: 'Ada' }).first().waitFor()
  await picture(page, 'console-away')

  await context.unroute('**/admin/api/**')
  await page.getByRole('status').getByRole('button', { name: 'Try again' }).click()
  await notice.waitFor({ state: 'detached' })
  await context.close()
})
