import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFull } from '#test/pages/variants.ts'
import { faults } from './parts/axe.ts'
import { typeCard, typeHolder } from './parts/typing.ts'
import { polling } from './parts/polling.ts'
import { choose, goOnFromDialog, openPayPage, paymentMethods, type PaymentMethod } from './parts/payment-methods.ts'
import { openMember, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

/* Paying on a provider's own page or in a wallet's sheet, and returning from it. */

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

/** What the page says of the provider's, by a name that payers know. */
const opens = {
  PayPal: 'si apre la pagina di PayPal',
  Stripe: 'si apre una pagina sicura',
  TrustPay: 'si apre una pagina dove scegli la tua banca',
}

async function leadTo(system: 'PayPal' | 'Stripe' | 'TrustPay', plan: string, size: keyof typeof sizes) {
  const method = paymentMethods[system]
  const visitor = await openPayPage(product, method, plan, size)
  const { page } = visitor
  await choose(page, method)
  await page.getByText(opens[system]).waitFor()
  // The card form's frame was removed; its script runs only for cards.
  expect(await page.locator('iframe').count()).toBe(0)
  expect(await faults(page)).toEqual([])
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/${system}-${size}.png`, fullPage: true })
  await method.order(page)
  return visitor
}
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const attempts = (memberId: string) =>
  product.testServer.database.db
    .selectFrom('payment_attempts')
    .select(['provider', 'state', 'flagged'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()

test('pays for a plan on PayPal’s page, which pays its renewals too: desktop', async () => {
  const { page, member, problems, context } = await leadTo('PayPal', 'plan-3m', 'desktop')
  await paymentMethods.PayPal.pays(page)
  await page.waitForURL('**/ok')
  await page.getByRole('heading', { name: 'Fatto, grazie' }).waitFor()
  await page.getByText(/^Ti ci portiamo tra \d second/).waitFor()
  await page.getByRole('button', { name: 'Resta qui' }).click()
  expect(await page.getByText('Ti ci portiamo tra').count()).toBe(0)
  expect(await attempts(member.session.angelId)).toEqual([{ provider: 'paypal', state: 'captured', flagged: null }])
  await page.goto(product.at('/purchases'))
  await page.getByText('PayPal', { exact: true }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('pays with Google Pay, whose script runs only in its own frame: phone', async () => {
  const { page, member, problems, context } = await openMember(product, {}, sizes.phone)
  const scripts: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
  const fromWallet = () => scripts.filter((url) => url.includes('/googlepay/'))
  await page.goto(product.at('/purchase/pay?plan=messages-60'))
  expect(await page.getByRole('radio', { name: 'Apple Pay' }).count()).toBe(0)
  await page.getByRole('radio', { name: 'Google Pay' }).check()
  await page.getByRole('button', { name: 'Continua con Google Pay' }).click()
  await page.getByText('Senza questo consenso non possiamo cominciare subito.').waitFor()
  expect(fromWallet()).toEqual([])
  await page.getByRole('checkbox', { name: /^Chiedo/ }).check()
  const frame = page.frameLocator('iframe[title="Paga con Google Pay"]')
  await frame.getByRole('button', { name: 'Buy with Google Pay' }).click()
  expect(fromWallet()).toHaveLength(1)
  await frame.getByText('Google Pay · sandbox · 11.90 EUR').waitFor()
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/wallet.png`, fullPage: true })
  await frame.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/ok')
  expect(await attempts(member.session.angelId)).toEqual([
    { provider: 'googlepay', state: expect.stringMatching(/^(authorised|captured)$/), flagged: null },
  ])
  // The only request to another host comes from the frame.
  expect(problems).toEqual([expect.stringMatching(/: asks http:\/\/localhost:\d+\/googlepay\/pay\.js$/)])
  await context.close()
})

test('pays with Apple Pay, after a sheet that was closed and a card that was declined: phone', async () => {
  const method = paymentMethods['Apple Pay']
  const { page, member, problems, context } = await openPayPage(product, method, 'messages-60', 'phone')
  const validations: number[] = []
  page.on('response', (reply) => {
    if (reply.url().endsWith('/pay/validate-merchant')) validations.push(reply.status())
  })
  await choose(page, method)
  expect(await page.getByRole('radio', { name: 'Google Pay' }).count()).toBe(0)
  await method.order(page)
  await method.leaves(page)
  expect(await attempts(member.session.angelId)).toEqual([])
  await method.order(page)
  await method.isDeclined(page)
  await goOnFromDialog(page, method.afterDecline)
  await method.order(page)
  await method.pays(page)
  await page.waitForURL('**/ok')
  expect(validations).toEqual([200, 200, 200])
  expect(await attempts(member.session.angelId)).toEqual([
    { provider: 'applepay', state: 'declined', flagged: null },
    { provider: 'applepay', state: expect.stringMatching(/^(authorised|captured)$/), flagged: null },
  ])
  expect(problems).toEqual(method.problems)
  await context.close()
})

test.each([
  ['card', 'phone'],
  ['wallet', 'desktop'],
] as const)('proves an age of 18 by %s, without a charge, before plans are shown: %s', async (method, size) => {
  const { page, member, problems, context } = await openMember(product, {}, sizes[size])
  const { db } = product.testServer.database
  const id = member.session.angelId
  await db.updateTable('members').set({ flow_id: '18' }).where('id', '=', id).execute()
  await page.goto(product.at('/vip_plan/cred'))
  await page.getByRole('heading', { name: 'Prima verifichiamo che hai 18 anni' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Scegli la durata' }).count()).toBe(0)
  expect(await faults(page)).toEqual([])
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/age-${method}.png`, fullPage: true })
  if (method === 'card') {
    await page.getByRole('link', { name: 'Verifica con una carta' }).click()
    await page.waitForURL('**/purchase/pay?plan=age-check')
    await page.getByText('Non si addebita nulla:').waitFor()
    await typeCard(page.frameLocator('iframe'), '4111111111111111')
    await typeHolder(page, ['Marco', 'Prova'])
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/age-form.png`, fullPage: true })
    await page.getByRole('button', { name: 'Verifica senza addebito' }).click()
  } else {
    await page.getByRole('button', { name: 'Apri il portafoglio' }).click()
    await page.getByRole('button', { name: 'Show that I am 18 or over' }).click()
  }
  const checked = () => db.selectFrom('age_checks').select(['result', 'method']).where('member_id', '=', id).execute()
  await expect.poll(checked, polling).toEqual([{ result: 'over_18', method }])
  await page.waitForURL('**/ok')
  await page.goto(product.at('/vip_plan/cred'))
  await page.getByRole('group', { name: 'Scegli la durata' }).waitFor()
  const charged = product.testServer.sandbox.sandbox.state.payments.all().filter((one) => one.shopperReference === id)
  expect(charged.map(({ amount, captured }) => [amount.value, captured])).toEqual(method === 'card' ? [[0, 0]] : [])
  expect(await db.selectFrom('card_tokens').selectAll().where('member_id', '=', id).execute()).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

const methodNames = Object.keys(paymentMethods) as (keyof typeof paymentMethods)[]
const outcomes = ['pays', 'is declined', 'leaves', 'returns and pays'] as const
type Case = readonly [keyof typeof paymentMethods, (typeof outcomes)[number], keyof typeof sizes]

// The providers' contract tests cover what each system answers, and the state in which the attempt ends; the other
// cases in a browser are for `npm test -- full`.
const cases: readonly Case[] = isFull
  ? methodNames.flatMap((name) =>
      outcomes.flatMap((outcome) => (['phone', 'desktop'] as const).map((size): Case => [name, outcome, size])),
    )
  : [['Mollie', 'returns and pays', 'phone']]

test.each(cases)('with %s, a member %s: %s', async (name, outcome, size) => {
  const method: PaymentMethod = paymentMethods[name]
  const { page, member, problems, context } = await openPayPage(product, method, 'messages-60', size)
  await choose(page, method)
  await method.order(page)
  if (outcome === 'is declined') {
    await method.isDeclined(page)
    await goOnFromDialog(page, method.afterDecline)
  } else if (outcome === 'leaves') {
    await method.leaves(page)
    if (method.afterLeaving) await goOnFromDialog(page, method.afterLeaving)
    await page.getByRole('radio', { name: method.label, exact: true }).waitFor()
  } else {
    if (outcome === 'returns and pays') {
      await method.goesBack(page)
      await choose(page, method)
      // The first order still waits there, and is continued.
      await method.order(page, method.ordersFirst ? press('Continua quello in attesa') : undefined)
    }
    await method.pays(page)
    await page.waitForURL('**/ok')
    await page.getByRole('heading', { name: 'Fatto, grazie' }).waitFor()
  }
  const paid = { provider: method.provider, state: expect.stringMatching(/^(authorised|captured)$/), flagged: null }
  const unpaid = { ...paid, state: expect.not.stringMatching(/^(authorised|captured)$/) }
  const left = method.ordersFirst ? [unpaid] : []
  const expected = { pays: [paid], 'is declined': [unpaid], leaves: left, 'returns and pays': [paid] }
  expect(await attempts(member.session.angelId)).toEqual(expected[outcome])
  const refused = outcome === 'returns and pays' && method.ordersFirst ? [expect.stringMatching(/status of 409/)] : []
  expect(problems).toEqual([...refused, ...method.problems])
  await context.close()
})

test('leaves Stripe’s page without paying, and is charged nothing', async () => {
  const { page, member, problems, context } = await leadTo('Stripe', 'messages-60', 'phone')
  await paymentMethods.Stripe.leaves(page)
  await page.waitForURL(/paymentCheck/)
  const dialog = page.getByRole('dialog', { name: 'Hai annullato il pagamento' })
  await dialog.waitFor()
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/left.png` })
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Torna all’ordine' }).click()
  // The same plan and method.
  await page.waitForURL('**/purchase/pay?plan=messages-60&method=stripe')
  expect(await page.getByRole('radio', { name: 'Klarna', exact: true }).isChecked()).toBe(true)
  expect(await attempts(member.session.angelId)).toEqual([{ provider: 'stripe', state: 'cancelled', flagged: null }])
  expect(problems).toEqual([])
  await context.close()
})

test('waits for a slow bank, and the open page is notified of the payment', async () => {
  const { page, member, problems, context } = await leadTo('TrustPay', 'messages-60', 'phone')
  await page.getByRole('button', { name: 'Pay, and let the bank take its time' }).click()
  await page.getByRole('progressbar', { name: 'Verifica in corso' }).waitFor()
  await page.getByText('Puoi chiudere questa pagina: appena lo sappiamo ti scriviamo per email.').waitFor()
  // The spinner is a circle above the heading.
  const drawn = page.locator('main').evaluate((main) => {
    const spinner = main.querySelector<HTMLElement>('span[aria-hidden]')!
    const isAbove = spinner.offsetTop + spinner.offsetHeight <= main.querySelector('h1')!.offsetTop
    return [spinner.offsetWidth, spinner.offsetHeight, isAbove]
  })
  expect(await drawn).toEqual([32, 32, true])
  await page.waitForURL('**/ok')
  expect(await attempts(member.session.angelId)).toEqual([{ provider: 'trustpay', state: 'captured', flagged: null }])
  expect(problems).toEqual([])
  await context.close()
})
