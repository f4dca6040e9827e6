import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { openProduct, type Product } from './parts/product.ts'
import { picture } from './parts/picture.ts'
import { polling } from './parts/polling.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

/** A report about a new member. @returns its text, by which the page is recognised */
async function reported(text: string, reason: 'minor' | 'spam' | 'fake'): Promise<string> {
  const { testServer } = product
  const [him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const { status } = await testServer.call('/api/report', {
    token: him.token,
    body: { angelId: her.session.angelId, reason, text },
  })
  expect(status).toBe(200)
  return text
}

test('the list beside the case opens any of them, by keys too; its address leads back to it, and goes when it is decided', async () => {
  await reported('Ha quindici anni', 'minor')
  await reported('Vende qualcosa', 'spam')
  await reported('Non è lei', 'fake')
  const { context, page, problems } = await openConsole(product, {
    role: 'moderator',
    name: 'Ada',
    path: '/local/queue',
  })
  const list = page.getByRole('region', { name: 'What waits' })
  const path = () => new URL(page.url()).pathname
  await page.getByText('Ha quindici anni').waitFor()
  await expect.poll(() => list.getByRole('listitem').count(), polling).toBe(3)
  // The number in the menu is what waits.
  await page
    .getByRole('navigation', { name: 'Console' })
    .getByRole('link', { name: /^Queue\s*3$/ })
    .waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'queue-list')

  // Down from the one that is shown, to the second one after it.
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await page.getByText('Non è lei').waitFor()
  expect(path()).toMatch(/^\/local\/queue\/[0-9a-f-]{36}$/)
  const address = page.url()
  await page.reload()
  await page.getByText('Non è lei').waitFor()
  await page.keyboard.press('o')
  await page.getByRole('heading', { name: 'Photos', level: 2 }).waitFor()
  await page.goBack()
  await page.getByText('Non è lei').waitFor()
  expect(page.url()).toBe(address)

  // A colleague who opens the same address is sent to the next one.
  const other = await openConsole(product, { role: 'moderator', name: 'Grace', path: path() })
  await other.page.getByRole('alert').first().waitFor()
  await expect.poll(() => new URL(other.page.url()).pathname, polling).toBe('/local/queue')
  await other.context.close()

  await page.keyboard.press('a')
  await page.getByText('Ha quindici anni').waitFor()
  await expect.poll(path, polling).toBe('/local/queue')
  await expect.poll(() => list.getByRole('listitem').count(), polling).toBe(2)

  // Narrowed to a kind, nothing else is offered.
  await page.getByRole('link', { name: 'New photo' }).click()
  await page.getByText('Nothing waits').waitFor()
  await list.getByText('No case waits here.').waitFor()
  await page.getByRole('link', { name: 'A report' }).first().click()
  await page.getByText('Ha quindici anni').waitFor()
  expect(problems).toEqual([])
  await context.close()
})
