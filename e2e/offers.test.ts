import { afterAll, beforeAll, expect, test } from 'vitest'
import { plansOf } from '#server/modules/offers/testing/desk.ts'
import { faults } from './parts/axe.ts'
import { type ConsolePage, openConsole } from './parts/console.ts'
import { layoutFaultsHere } from './parts/layout.ts'
import { settled } from './parts/pages.ts'
import { picture } from './parts/picture.ts'
import { openProduct, type Product } from './parts/product.ts'
import { polling } from './parts/polling.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

const price = async () => (await plansOf(product.testServer, 'localhost')).get('plan-1m')?.prezzo_totale

/** Presses a button of the page, gives a reason where one is asked for, and confirms. */
async function act({ page }: ConsolePage, name: string, confirm = name, reason?: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (reason !== undefined) await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('a flow is changed, previewed, approved by a colleague, published and rolled back', async () => {
  const writer = await openConsole(product, { role: 'marketing', name: 'Mara', path: '/local/offers' })
  const { page } = writer
  await page.getByRole('link', { name: 'Flow 7' }).click()
  await page.getByText('The file of the brand counts now.').waitFor()
  expect(await faults(page)).toEqual([])

  // By a field: the price of one follows from the total.
  await page.getByRole('button', { name: /plan-1m$/ }).click()
  const total = page.getByLabel('Total in EUR')
  await total.fill('0.50')
  await page.getByLabel('What is changed and why').fill('A month for less')
  // Another page is looked at: what was written is still there.
  await page.getByRole('link', { name: 'All offers' }).click()
  await page.getByRole('status').getByRole('link', { name: 'Flow 7' }).click()
  await page.getByText('What you had written here isn’t saved yet.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This has to be put right first').waitFor()
  await page.getByRole('button', { name: /plan-1m$/ }).click()
  await page.getByText('is below 1 EUR').first().waitFor()
  await page.getByRole('row', { name: /plan-1m.*Faulty/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Ask for approval' }).isDisabled()).toBe(true)
  await picture(page, 'offers-fault')
  await total.fill('19.90')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This has to be put right first').waitFor({ state: 'hidden' })

  await page.getByRole('link', { name: 'Changes' }).click()
  await page.getByText('plans · plan-1m · prezzo_totale').waitFor()
  await page.getByRole('row', { name: /plan-1m.*€24\.90.*€19\.90/ }).waitFor()
  expect(await faults(page)).toEqual([])
  await page.getByRole('link', { name: 'Preview' }).click()
  await page.getByText('€19.90', { exact: true }).first().waitFor()
  await page.getByLabel('Seen by').selectOption('level')
  await page.getByLabel('Language').selectOption('it')
  await page.getByText('Messaggi e mi piace senza limiti').first().waitFor()
  expect(await faults(page)).toEqual([])
  await act(writer, 'Ask for approval')
  await page.getByText('a colleague of marketing or an owner approves it').waitFor()
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)

  const approver = await openConsole(product, {
    role: 'owner',
    name: 'Olga',
    path: `${new URL(page.url()).pathname}?tab=changes`,
  })
  await approver.page.getByText('plans · plan-1m · prezzo_totale').waitFor()
  await act(approver, 'Approve', 'Approve', 'As we agreed')
  expect(await price()).toBe('24.90')
  await page.reload()
  await page.getByText('Approved by Olga.').waitFor()
  await act(writer, 'Publish now', 'Publish', 'The month begins')
  await page.getByText('Version 1 counts now').waitFor()
  expect(await price()).toBe('19.90')
  await page.getByRole('link', { name: 'Versions' }).click()
  await act(writer, 'Roll back', 'Roll back', 'Too early')
  await page.getByText('The file of the brand counts now.').waitFor()
  await expect.poll(price, polling).toBe('24.90')

  // What was published before is a draft again.
  await page.getByRole('button', { name: 'As a draft' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Changes' }).click()
  await page.getByText('plans · plan-1m · prezzo_totale').waitFor()
  expect([...writer.problems, ...approver.problems]).toEqual([])
  await approver.context.close()
  await writer.context.close()
})

test('two who write at once: the second reads whose draft it is, and loads it', async () => {
  const path = '/local/offers/legal/it-faq'
  const [mara, olga] = [
    await openConsole(product, { role: 'marketing', name: 'Mara', path }),
    await openConsole(product, { role: 'owner', name: 'Olga', path }),
  ]
  const text = (one: ConsolePage) => one.page.getByLabel('Text in Markdown')
  await text(mara).fill('# Domande\n\nUna.\n')
  await text(olga).fill('# Domande\n\nDue.\n')
  await mara.page.getByRole('button', { name: 'Save' }).click()
  await mara.page.getByText('The draft was last changed by Mara').waitFor()
  await olga.page.getByRole('button', { name: 'Save' }).click()
  await olga.page.getByText('Mara has changed the draft meanwhile').waitFor()
  expect(await olga.page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await olga.page.getByRole('button', { name: 'Load it' }).click()
  expect(await text(olga).inputValue()).toContain('Una.')
  await olga.page.getByRole('link', { name: 'Preview' }).click()
  await olga.page.frameLocator('iframe').getByRole('heading', { name: 'Domande' }).waitFor()
  expect(await faults(olga.page)).toEqual([])
  expect(mara.problems).toEqual([])
  for (const one of [mara, olga]) await one.context.close()
})

test.each([
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1440, height: 900 }],
])('the editors are whole on %s', async (name, viewport) => {
  const { context, page, problems } = await openConsole(product, {
    role: 'owner',
    name: 'Ada',
    path: '/local/offers',
    viewport,
  })
  for (const [path, label] of [
    ['/local/offers', 'list'],
    ['/local/offers/flow/7', 'flow'],
    ['/local/offers/flow/7?tab=file', 'file'],
    ['/local/offers/flow/7?tab=preview', 'preview'],
    ['/local/offers/answers/answers', 'answers'],
    ['/local/offers/legal/it-terms', 'legal'],
  ] as const) {
    await page.goto(product.at(path, 'admin.localhost'))
    await settled(page)
    if (label === 'flow') {
      await page.getByRole('button', { name: /plan-6m$/ }).click()
      // Without the tip of the button.
      await page.mouse.move(5, 5)
    }
    expect([path, await faults(page)]).toEqual([path, []])
    expect([path, await layoutFaultsHere(page)]).toEqual([path, []])
    await picture(page, `offers-${label}-${name.split(' ')[1]}`)
  }
  expect(problems).toEqual([])
  await context.close()
})
