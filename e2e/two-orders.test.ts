import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { orderButton } from './parts/payment-methods.ts'
import { withRefusals } from './parts/page-problems.ts'
import { openMember, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'
import { typeCard, typeHolder } from './parts/typing.ts'

/* An order that waits at the bank in one tab, and the same ordered in another: the member chooses. */

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

async function order(page: Page, card: string): Promise<void> {
  await page.goto(product.at('/purchase/pay?plan=messages-60'))
  await typeCard(page.frameLocator('iframe'), card)
  await typeHolder(page, ['Marco', 'Prova'])
  await page.getByRole('checkbox', { name: /^Chiedo/ }).check()
  await page.getByRole('button', { name: orderButton }).click()
}
const states = async (memberId: string) =>
  (
    await product.testServer.database.db
      .selectFrom('payment_attempts')
      .select('state')
      .where('member_id', '=', memberId)
      .orderBy('created_at')
      .execute()
  ).map(({ state }) => state)
const paid = expect.stringMatching(/^(authorised|captured)$/)
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Hai già un ordine in attesa' })

/** A tab at the bank, and the page on which the same is ordered. */
async function twoTabs() {
  const visitor = await openMember(product, {}, sizes.phone)
  await order(visitor.page, '4212345678901237')
  await visitor.page.getByText('Test bank · 3D Secure').waitFor()
  const second = await visitor.context.newPage()
  await order(second, '4111111111111111')
  await dialogOf(second)
    .getByText(/60.*11,90/)
    .waitFor()
  expect(await states(visitor.member.session.angelId)).toEqual(['requires_action'])
  return { ...visitor, second }
}

test('the first is replaced: cancelled, then the second is charged', async () => {
  const { page, second, member, problems, context } = await twoTabs()
  expect(await faults(second)).toEqual([])
  if (process.env['SHOTS']) await second.screenshot({ path: `${process.env['SHOTS']}/waiting-order.png` })
  await second.getByRole('button', { name: 'Non ora' }).click()
  await dialogOf(second).waitFor({ state: 'hidden' })
  expect(await states(member.session.angelId)).toEqual(['requires_action'])
  await second.getByRole('button', { name: orderButton }).click()
  await second.getByRole('button', { name: 'Annullalo e paga il nuovo' }).click()
  await second.waitForURL('**/ok')
  expect(await states(member.session.angelId)).toEqual(['cancelled', paid])
  // The first tab learns that nothing was charged there.
  await page.getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('dialog')
    .getByText(/Non abbiamo addebitato nulla/)
    .waitFor()
  expect(await states(member.session.angelId)).toEqual(['cancelled', paid])
  expect(withRefusals(problems)).toEqual(['409 /pay/orders/tryCharge'])
  await context.close()
})

test('the first is continued, and the second never charged', async () => {
  const { second, member, problems, context } = await twoTabs()
  await second.getByRole('button', { name: 'Continua quello in attesa' }).click()
  await second.getByRole('button', { name: 'Approve' }).click()
  await second.waitForURL('**/ok')
  expect(await states(member.session.angelId)).toEqual([paid])
  expect(withRefusals(problems)).toEqual(['409 /pay/orders/tryCharge'])
  await context.close()
})

test('an address of no order says so, and leads to the orders: unknown provider, unknown order', async () => {
  const { page, problems, context } = await openMember(product, {}, sizes.phone)
  const document = await page.goto(product.at('/paymentCheck/foo'))
  expect(document?.status()).toBe(404)
  for (const path of ['/paymentCheck/foo', `/paymentCheck/adyen?reference=${crypto.randomUUID()}`]) {
    await page.goto(product.at(path))
    await page.getByText('Questo indirizzo non porta a un tuo ordine').waitFor()
    expect(await page.getByText('puoi continuare a scrivere').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Vedi i tuoi ordini' }).getAttribute('href')).toBe('/purchases')
  }
  expect(await faults(page)).toEqual([])
  expect(withRefusals(problems).every((problem) => problem.startsWith('404 '))).toBe(true)
  await context.close()
})
