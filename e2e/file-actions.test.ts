import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { picture } from './parts/picture.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

test('support corrects an age and a gender by keys, takes one back in time, and the member reads of the other', async () => {
  const { testServer } = product
  const her = await testServer.member({ gender: 'woman' })
  const memberId = her.session.angelId
  const rowOf = async () =>
    (
      await testServer.database.pool.query<{ age: number; both: boolean }>(
        `select (age_stated + extract(year from age(age_stated_on)))::int as age, listed_in_both as both
         from members where id = $1`,
        [memberId],
      )
    ).rows[0]
  const before = await rowOf()
  const { context, page, problems } = await openConsole(product, {
    role: 'support',
    name: 'Grace',
    path: `/local/members/${memberId}`,
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Ticket 12: typed the wrong year')
  await dialog.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { name: 'Changes of the account' }).waitFor()

  // Every action of the menu has a key beside it.
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Correct the age' }).waitFor()
  await picture(page, 'file-menu')
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' })

  const correctAge = async () => {
    await page.locator('h1').click()
    await page.keyboard.press('a')
    await page.keyboard.press('a')
    await dialog.getByRole('heading', { name: 'Correct the age' }).waitFor()
    await dialog.getByText('For ten seconds you can take it back.').waitFor()
    await dialog.getByLabel('Age').fill('61')
    await dialog.getByLabel('Reason').fill('Has shown a document')
    await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
    await page.getByText('It takes effect in a few seconds.').waitFor()
  }
  await correctAge()
  await page.keyboard.press('z')
  await page.getByText('Taken back. The member learns nothing of it.').waitFor()
  expect(await page.getByText('It takes effect in a few seconds.').count()).toBe(0)

  await page.keyboard.press('a')
  await page.keyboard.press('g')
  await dialog.getByRole('heading', { name: 'Correct the gender' }).waitFor()
  await dialog.getByLabel('Listed among').selectOption({ label: 'Women and men' })
  await dialog.getByLabel('Reason').fill('Asked for it by phone')
  expect(await faults(page)).toEqual([])
  await picture(page, 'correct-gender')
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
  await page.getByText('It takes effect in a few seconds.').waitFor()
  expect(await rowOf()).toEqual(before)
  expect(await faults(page)).toEqual([])
  await picture(page, 'file-held')

  // Ten seconds later one is done, the other never was.
  await expect.poll(async () => (await rowOf())?.both, { ...polling, timeout: 30_000 }).toBe(true)
  expect((await rowOf())?.age).toBe(before?.age)
  expect((await testServer.mailTo(her.email)).text).toContain('tra le donne e tra gli uomini')
  await page.getByText('It takes effect in a few seconds.').waitFor({ state: 'detached' })

  await correctAge()
  await expect.poll(async () => (await rowOf())?.age, { ...polling, timeout: 30_000 }).toBe(61)
  await page.locator('dt', { hasText: /^Age$/ }).locator('+ dd', { hasText: '61' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})
