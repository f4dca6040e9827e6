import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { openProduct, type Product } from './parts/product.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

test('filters are saved, opened from page, palette and link, replaced, renamed, made the default, deleted and restored', async () => {
  const { page, context, problems } = await openConsole(product, {
    role: 'finance',
    name: 'Fay',
    path: '/local/orders?state=failed&country=IT&search=anna',
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  await page.keyboard.press('v')
  const dialog = page.getByRole('dialog', { name: 'Saved views' })
  await dialog.getByText('No views of this page yet').waitFor()
  await dialog.getByText('What was searched for isn’t kept').waitFor()
  await dialog.getByLabel('Name of what is shown now').fill('Failed in Italy')
  await dialog.getByRole('button', { name: 'Save the view' }).click()
  await dialog.getByText('The view is saved.').waitFor()
  expect(await faults(page)).toEqual([])

  // From the page.
  await page.keyboard.press('Escape')
  const links = page.getByRole('navigation', { name: 'Saved views' })
  await links.getByRole('link', { name: 'Failed in Italy' }).click()
  await page.waitForURL('**/local/orders?state=failed&country=IT')
  await links.locator('[aria-current]').waitFor()
  expect(await page.getByLabel('State').inputValue()).toBe('failed')

  // Its name again replaces what it holds.
  await page.getByLabel('State').selectOption('lost')
  await page.waitForURL('**state=lost**')
  await page.getByRole('button', { name: 'Saved views' }).click()
  await dialog.getByLabel('Name of what is shown now').fill('failed in italy')
  await dialog.getByText('This name is there already').waitFor()
  await dialog.getByRole('button', { name: 'Replace the view' }).click()
  await dialog.getByText('The view has these filters now.').waitFor()

  await dialog.getByRole('button', { name: 'Rename “Failed in Italy”' }).click()
  await dialog.getByLabel('New name').fill('Lost in Italy')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const star = dialog.getByRole('button', { name: 'Open the page with “Lost in Italy”' })
  await star.click()
  await dialog.locator('[aria-pressed="true"]').waitFor()
  // An owner’s.
  expect(await dialog.getByRole('button', { name: /^Share/ }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Copy the link to “Lost in Italy”' }).click()
  await dialog.getByText('The link is copied.').waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await dialog.getByRole('button', { name: 'Delete “Lost in Italy”' }).click()
  await dialog.getByText('No views of this page yet').waitFor()
  expect(await page.locator('nav[aria-label="Saved views"]').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByRole('link', { name: 'Lost in Italy' }).waitFor()
  await page.keyboard.press('Escape')

  // The page opens with it from the navigation and by its key; its other lists are still a press away.
  await page.getByRole('link', { name: 'Invoices and VAT' }).click()
  await page.waitForURL('**/invoices')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.waitForURL('**/orders?state=lost&country=IT')
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.waitForURL('**/local/orders')

  // By the palette.
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await page.waitForURL('**/invoices')
  await page.keyboard.press('/')
  await page.getByPlaceholder('A page, a member, an order or a command').fill('lost in')
  await page.getByRole('menuitem', { name: 'Orders: Lost in Italy' }).click()
  await page.waitForURL('**/orders?state=lost&country=IT')

  // By its link, also in a new tab.
  await page.goto(link)
  await page.waitForURL('**/orders?state=lost&country=IT')
  await page.goto(link.replace(/.$/, (end) => (end === '0' ? '1' : '0')))
  await page.getByText('This view isn’t there any more').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('an owner shares a view, a colleague opens it and cannot change it, and the audit names both', async () => {
  const owner = await openConsole(product, { role: 'owner', name: 'Olga', path: '/local/support?view=closed' })
  const shared = owner.page.getByRole('dialog', { name: 'Saved views' })
  await owner.page.getByRole('button', { name: 'Saved views' }).click()
  await shared.getByLabel('Name of what is shown now').fill('Done')
  await shared.getByRole('button', { name: 'Save the view' }).click()
  await shared.getByRole('button', { name: 'Share “Done” with everybody of the brand' }).click()
  await shared.getByText('who may open this page sees “Done” now').waitFor()

  const colleague = await openConsole(product, { role: 'support', name: 'Sam', path: '/local/support' })
  const { page } = colleague
  await page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: 'Done' }).click()
  await page.waitForURL('**/support?view=closed')
  await page.getByRole('button', { name: 'Saved views' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved views' })
  const group = dialog.getByRole('region', { name: 'Shared by colleagues' })
  await group.getByText('Olga').waitFor()
  expect(await group.getByRole('button').count()).toBe(1)
  expect(await faults(page)).toEqual([])

  await shared.getByRole('button', { name: 'Stop sharing “Done”' }).click()
  await shared.getByText('isn’t shared any more').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Support', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Saved views' }).click()
  await dialog.getByText('No views of this page yet').waitFor()

  await owner.page.goto(product.at('/local/audit?of=staff', 'admin.localhost'))
  await owner.page.getByRole('cell', { name: 'Shared a saved view' }).waitFor()
  await owner.page.getByRole('cell', { name: 'Ended the sharing of a saved view' }).waitFor()
  expect([...owner.problems, ...colleague.problems]).toEqual([])
  for (const one of [owner, colleague]) await one.context.close()
})

test('who works at several brands opens a view at all of them, and each brand with its own default', async () => {
  const { page, context, problems } = await openConsole(product, {
    role: 'finance',
    name: 'Flo',
    path: '/all/orders?state=disputed',
    brands: ['local', 'battito'],
  })
  const dialog = page.getByRole('dialog', { name: 'Saved views' })
  await page.getByRole('button', { name: 'Saved views' }).click()
  await dialog.getByLabel('Name of what is shown now').fill('Disputed')
  await dialog.getByLabel('Brand').selectOption('battito')
  await dialog.getByRole('button', { name: 'Save the view' }).click()
  await dialog.getByText('The view is saved.').waitFor()
  expect(await dialog.getByRole('button', { name: /^Open the page with/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.goto(product.at('/all/orders', 'admin.localhost'))
  await page.getByRole('link', { name: 'Disputed Battito' }).click()
  await page.waitForURL('**/all/orders?state=disputed')

  // A brand is chosen by the palette, and shows its own views.
  await page.keyboard.press('/')
  await page.getByPlaceholder('A page, a member, an order or a command').fill('brand: batt')
  await page.getByRole('menuitem', { name: 'Brand: Battito' }).click()
  await page.waitForURL('**/battito/members')
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.waitForURL('**/battito/orders')
  await page.getByRole('button', { name: 'Saved views' }).click()
  await dialog.getByRole('button', { name: 'Open the page with “Disputed”' }).click()
  await dialog.locator('[aria-pressed="true"]').waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel('Brand').selectOption('local')
  await page.waitForURL('**/local/orders')
  await page.getByLabel('Brand').selectOption('battito')
  await page.waitForURL('**/battito/orders?state=disputed')
  expect(problems).toEqual([])
  await context.close()
})
