import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { openConsole } from './parts/console.ts'
import { openProduct, type Product } from './parts/product.ts'
import { picture } from './parts/picture.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct({ bystanders: false })
})
afterAll(() => product?.close())

async function asked(name: string, message: string, token?: string) {
  const { status } = await product.testServer.call('/api/contact', {
    body: { name, email: `${name.toLowerCase()}@person.example.com`, topic: 'payments', message },
    ...(token !== undefined && { token }),
  })
  expect(status).toBe(200)
}

test('a day of support by keys: read, answer with a saved text, take it back, hand over, close', async () => {
  const member = await product.testServer.member()
  await asked('Anna', 'Buongiorno,\nquando si rinnova il mio piano? <b>Grazie</b> 🎈', member.token)
  await asked('Bruno', 'Non riesco a entrare, mi dice che la password è sbagliata e non arriva nessuna email.')
  const { context, page, problems } = await openConsole(product, {
    role: 'support',
    name: 'Grace',
    path: '/local/support',
  })
  await page.getByRole('link', { name: 'Anna' }).waitFor()
  expect(await faults(page)).toEqual([])
  await picture(page, 'support-list')

  // Who has waited longest comes first.
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Anna', level: 1 }).waitFor()
  await page.getByText('quando si rinnova il mio piano? <b>Grazie</b> 🎈').waitFor()
  await page.getByRole('combobox', { name: 'Saved answer' }).selectOption('cancel')
  const answer = page.getByRole('textbox', { name: 'Answer in Italian' })
  await expect.poll(() => answer.inputValue()).toMatch(/^Ciao Anna,[^{}]*Incontro$/s)
  expect(await faults(page)).toEqual([])
  await picture(page, 'support-ticket')
  for (const width of [1280, 820]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  await answer.press('Control+Enter')
  await page.getByText('Answered. The mail leaves in a few seconds.').waitFor()
  await answer.press('Escape')
  await page.keyboard.press('z')
  await expect.poll(() => answer.inputValue()).toMatch(/^Ciao Anna,/)
  await answer.press('Control+Enter')
  await page.getByText('Answered. The mail leaves in a few seconds.').waitFor()
  await answer.press('Escape')

  // A note for the colleague to whom it goes.
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Note for colleagues' }).fill('Ha già chiesto ieri.')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Ha già chiesto ieri.' }).waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faults(page)).toEqual([])
  await picture(page, 'support-answered')
  await page.emulateMedia({ colorScheme: 'light' })
  expect((await product.testServer.mailTo('anna@person.example.com', 'risposta')).text).toContain('Ciao Anna,')
  await page.getByText('Sent', { exact: true }).waitFor({ timeout: 30_000 })

  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Bruno', level: 1 }).waitFor()
  await page.keyboard.press('a')
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Assigned to' }).locator('option:checked').textContent())
    .toBe('Grace')
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Open again' }).waitFor()
  await page.keyboard.press('u')
  await page.getByText('Everything is answered').waitFor()
  await page.getByRole('link', { name: 'Closed' }).click()
  await page.getByRole('link', { name: 'Bruno' }).waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await faults(page)).toEqual([])
  await picture(page, 'support-closed')
  expect(problems).toEqual([])
  await context.close()
})
