import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { openMember, sizes, type Visitor } from './parts/person.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'
import { tap, typeInto } from './parts/thumb.ts'

/*
 * From the list to the thank-you page on a phone, only by what is on its screen: no address is opened, no field filled
 * in, nothing pressed that a thumb would not see.
 */

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const attempts = (memberId: string) =>
  product.testServer.database.db
    .selectFrom('payment_attempts')
    .select(['provider', 'plan_id', 'state'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()
const paid = expect.stringMatching(/^(authorised|captured)$/)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const reviewOrder = 'Rivedi e ordina'
const orderButton = 'Ordine con obbligo di pagare'
/** The next step of the plans, which is always in reach. */
const next = (page: Page) => button(page, /^Continua/).first()
const isInView = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && top < innerHeight && bottom > 0
  })

/** Whether the order begins in the upper part of the screen, or above it: where the bar is not needed. */
const isReached = (page: Page) =>
  page.locator('#order').evaluate(
    (order) =>
      new Promise<boolean>((resolve) => {
        const watcher = new IntersectionObserver(
          ([entry]) => {
            watcher.disconnect()
            resolve(entry?.isIntersecting === true)
          },
          { rootMargin: '0px 0px -40%' },
        )
        watcher.observe(order)
      }),
  )

async function toPlans(page: Page): Promise<void> {
  await page.goto(product.at('/find'))
  await tap(page, page.getByRole('link', { name: 'VIP' }))
  await page.waitForURL('**/vip_plan/cred')
}

async function toPayment(page: Page, plan: RegExp): Promise<void> {
  await toPlans(page)
  await tap(page, page.getByRole('radio', { name: plan }))
  await tap(page, next(page))
  await page.waitForURL('**/purchase/pay?plan=*')
}

async function typeCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe')
  await typeInto(page, frame.getByLabel('Numero della carta'), number)
  await typeInto(page, frame.getByLabel('Scadenza'), '03/30')
  await typeInto(page, frame.getByLabel('CVV', { exact: true }), '737')
}
async function typeHolder(page: Page): Promise<void> {
  await typeInto(page, page.getByLabel('Nome', { exact: true }), 'Marco')
  await typeInto(page, page.getByLabel('Cognome'), 'Prova')
}

/** By the bar at the bottom to the order, which loses nothing that was typed, and orders. */
async function order(page: Page): Promise<void> {
  const address = page.url()
  const review = button(page, reviewOrder)
  // The bar is there while the order is below, which a page that was just opened has not looked for yet.
  await expect.poll(async () => (await review.isVisible()) === !(await isReached(page)), polling).toBe(true)
  if (await review.isVisible()) {
    await tap(page, review)
    expect(page.url()).toBe(address)
    await review.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('order')
    await expect.poll(() => isInView(page, '#order'), polling).toBe(true)
  }
  await giveConsents(page)
  await tap(page, button(page, orderButton))
}
async function giveConsents(page: Page): Promise<void> {
  for (const name of [/^Accetto che il piano si rinnovi/, /^Chiedo/]) {
    const box = page.getByRole('checkbox', { name })
    if ((await box.count()) > 0 && !(await box.isChecked())) await tap(page, box)
  }
}
const thanked = async ({ page }: Visitor): Promise<void> => {
  await page.waitForURL('**/ok')
  await page.getByRole('heading', { name: 'Fatto, grazie' }).waitFor()
}
const open = () => openMember(product, {}, sizes.phone)
const monthly = /^1 mese /
const lookOf = async (page: Page, name: string) => {
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/thumb-${name}.png` })
}

test('pressing on with nothing chosen leads to the choices, and says so there', async () => {
  const { page, problems, context } = await open()
  await toPlans(page)
  await tap(page, next(page))
  await page.getByRole('alert').filter({ hasText: 'Scegli prima una durata.' }).waitFor()
  // The choices, with the error above them, are on the screen and have the focus.
  expect([await isInView(page, '#plan-error'), await isInView(page, 'fieldset')]).toEqual([true, true])
  const focused = page.evaluate(() => {
    const { activeElement: radio } = document
    return [radio?.getAttribute('name'), radio?.getAttribute('aria-describedby')]
  })
  expect(await focused).toEqual(['plan', 'plan-error'])
  expect(await faults(page)).toEqual([])
  await lookOf(page, 'nothing-chosen')
  await tap(page, page.getByRole('radio', { name: monthly }))
  await page.getByText('Scegli prima una durata.').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})

test('a card that is approved at once', async () => {
  const visitor = await open()
  const { page, member, problems, context } = visitor
  await toPayment(page, monthly)
  await button(page, reviewOrder).waitFor()
  await lookOf(page, 'pay')
  await typeCard(page, '4111 1111 1111 1111')
  await typeHolder(page)
  await order(page)
  await thanked(visitor)
  expect(await attempts(member.session.angelId)).toEqual([{ provider: 'adyen', plan_id: 'plan-1m', state: paid }])
  expect(problems).toEqual([])
  await context.close()
})

test('a card that the bank refuses to confirm, and then confirms: the name was kept, the card was not', async () => {
  const visitor = await open()
  const { page, member, problems, context } = visitor
  await toPayment(page, monthly)
  await typeCard(page, '4212 3456 7890 1237')
  await typeHolder(page)
  await order(page)
  await tap(page, button(page, 'Decline'))
  const dialog = page.getByRole('dialog', { name: 'La verifica della banca non è riuscita' })
  await dialog.waitFor()
  // The page behind says the same.
  await page
    .getByRole('heading', { name: 'La verifica della banca non è riuscita', includeHidden: true })
    .first()
    .waitFor()
  expect(await page.getByText('Verifichiamo il pagamento').count()).toBe(0)
  expect(await faults(page)).toEqual([])
  await tap(page, dialog.getByRole('button', { name: 'Riprova' }))
  await page.waitForURL('**/purchase/pay?plan=plan-1m&method=adyen')
  expect(await page.getByRole('radio', { name: 'Carta', exact: true }).isChecked()).toBe(true)
  expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe('Marco')
  expect(await page.getByLabel('Cognome').inputValue()).toBe('Prova')
  expect(await page.frameLocator('iframe').getByLabel('Numero della carta').inputValue()).toBe('')
  for (const box of await page.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(false)
  await typeCard(page, '4212-3456-7890-1237')
  await order(page)
  await tap(page, button(page, 'Approve'))
  await thanked(visitor)
  expect((await attempts(member.session.angelId)).map(({ state }) => state)).toEqual(['declined', paid])
  // Nothing of the payer is kept once it is paid.
  expect(await page.evaluate(() => sessionStorage.getItem('payer'))).toBeNull()
  expect(problems).toEqual([])
  await context.close()
})

test('a card without funds, and then another one: nothing else has to be typed again', async () => {
  const visitor = await open()
  const { page, member, problems, context } = visitor
  await toPayment(page, monthly)
  await typeCard(page, '4100 0000 0000 0126')
  await typeHolder(page)
  await order(page)
  const dialog = page.getByRole('dialog', { name: 'Fondi insufficienti' })
  await dialog.getByText('Prova con un’altra carta').waitFor()
  await tap(page, dialog.getByRole('button', { name: 'Torna al pagamento' }))
  await dialog.waitFor({ state: 'detached' })
  const frame = page.frameLocator('iframe')
  await expect.poll(() => frame.getByLabel('CVV', { exact: true }).inputValue(), polling).toBe('')
  expect(await frame.getByLabel('Scadenza').inputValue()).toBe('03/30')
  // The number is deleted as it was typed.
  const number = frame.getByLabel('Numero della carta')
  await tap(page, number)
  await page.keyboard.press('End')
  for (let digits = 0; digits < 19; digits += 1) await page.keyboard.press('Backspace')
  expect(await number.inputValue()).toBe('')
  await page.keyboard.type('4111111111111111')
  await typeInto(page, frame.getByLabel('CVV', { exact: true }), '737')
  expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe('Marco')
  await order(page)
  await thanked(visitor)
  expect((await attempts(member.session.angelId)).map(({ state }) => state)).toEqual(['declined', paid])
  expect(problems).toEqual([])
  await context.close()
})

test('PayPal, left without paying, which is not called a failure, and then paid', async () => {
  const visitor = await open()
  const { page, member, problems, context } = visitor
  await toPayment(page, monthly)
  await tap(page, page.getByRole('radio', { name: 'PayPal', exact: true }))
  await order(page)
  await tap(page, button(page, 'Back without paying'))
  const dialog = page.getByRole('dialog', { name: 'Hai annullato il pagamento' })
  await dialog.getByText('Non abbiamo addebitato nulla').waitFor()
  expect(await page.getByText(/carta|non è riuscito/).count()).toBe(0)
  expect(await faults(page)).toEqual([])
  await lookOf(page, 'cancelled')
  await tap(page, dialog.getByRole('button', { name: 'Torna all’ordine' }))
  await page.waitForURL('**/purchase/pay?plan=plan-1m&method=paypal')
  expect(await page.getByRole('radio', { name: 'PayPal', exact: true }).isChecked()).toBe(true)
  await order(page)
  await tap(page, page.getByRole('button', { name: 'Pay', exact: true }))
  await thanked(visitor)
  expect((await attempts(member.session.angelId)).map(({ state }) => state)).toEqual(['cancelled', paid])
  expect(problems).toEqual([])
  await context.close()
})

test('a provider’s page that declines, and then another method', async () => {
  const visitor = await open()
  const { page, member, problems, context } = visitor
  await toPlans(page)
  await tap(page, page.getByRole('link', { name: /^Compra 60 messaggi/ }))
  await page.waitForURL('**/purchase/pay?plan=messages-60')
  await tap(page, page.getByRole('radio', { name: 'iDEAL, Bancontact', exact: true }))
  await page.getByText('si apre una pagina sicura').waitFor()
  await order(page)
  await tap(page, button(page, 'Decline'))
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect(await dialog.getByText(/carta/).count()).toBe(0)
  await dialog.getByText('un altro metodo').first().waitFor()
  await lookOf(page, 'declined')
  await tap(page, dialog.getByRole('button', { name: 'Scegli un altro metodo' }))
  await page.waitForURL('**/purchase/pay?plan=messages-60&instead=mollie')
  await typeCard(page, '4111111111111111')
  await typeHolder(page)
  await order(page)
  await thanked(visitor)
  expect((await attempts(member.session.angelId)).map(({ provider, state }) => [provider, state])).toEqual([
    ['mollie', 'declined'],
    ['adyen', paid],
  ])
  expect(problems).toEqual([])
  await context.close()
})

test('an order with nothing typed leads to the first field that is missing, one after the other', async () => {
  const { page, problems, context } = await open()
  await toPayment(page, monthly)
  await tap(page, button(page, reviewOrder))
  await tap(page, button(page, orderButton))
  const frame = page.frameLocator('iframe')
  const number = frame.getByLabel('Numero della carta')
  const hasFocus = (field: Locator) => field.evaluate((input) => input === document.activeElement)
  const isOnScreen = async (field: Locator) => {
    const box = await field.boundingBox()
    return box !== null && box.y > 0 && box.y + box.height < sizes.phone.viewport.height
  }
  await frame.getByText('Scrivi il numero intero della carta.').waitFor()
  await expect.poll(() => hasFocus(number), polling).toBe(true)
  await expect.poll(() => isOnScreen(number), polling).toBe(true)
  await typeCard(page, '4111 1111 1111 1111')
  await tap(page, button(page, orderButton))
  const name = page.getByLabel('Nome', { exact: true })
  await expect.poll(() => hasFocus(name), polling).toBe(true)
  await expect.poll(() => isOnScreen(name), polling).toBe(true)
  await typeHolder(page)
  await tap(page, button(page, orderButton))
  const consent = page.getByRole('checkbox', { name: /^Accetto che il piano si rinnovi/ })
  await expect.poll(() => hasFocus(consent), polling).toBe(true)
  await order(page)
  await page.waitForURL('**/ok')
  expect(problems).toEqual([])
  await context.close()
})

test('the bar leads to the order by the keyboard too, and the browser’s back button leads to the plans', async () => {
  const { page, problems, context } = await open()
  await toPayment(page, monthly)
  await typeHolder(page)
  await button(page, reviewOrder).focus()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('order')
  expect(await page.getByLabel('Nome', { exact: true }).inputValue()).toBe('Marco')
  // The next stop of the keyboard is inside the order.
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('#order') !== null)).toBe(true)
  await page.goBack()
  await page.waitForURL('**/vip_plan/cred')
  expect(problems).toEqual([])
  await context.close()
})
