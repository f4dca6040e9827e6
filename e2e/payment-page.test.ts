import { afterAll, beforeAll, expect, test } from 'vitest'
import { faults } from './parts/axe.ts'
import { openMember, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

/* Paying on a provider's own page, and returning from it. */

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const order = 'Ordine con obbligo di pagare'

async function leadTo(system: string, plan: string, size: keyof typeof sizes) {
  const visitor = await openMember(product, {}, sizes[size])
  const { page } = visitor
  await page.goto(product.at(`/purchase/pay?plan=${plan}`))
  await page.getByRole('radio', { name: system }).check()
  await page.getByText(`si apre la pagina di ${system}`).waitFor()
  // The card form's frame was removed; its script runs only for cards.
  expect(await page.locator('iframe').count()).toBe(0)
  await page.getByRole('checkbox', { name: /^Chiedo/ }).check()
  const renewal = page.getByRole('checkbox', { name: /^Accetto che il piano si rinnovi/ })
  if (await renewal.count()) await renewal.check()
  expect(await faults(page)).toEqual([])
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/${system}-${size}.png`, fullPage: true })
  await page.getByRole('button', { name: order }).click()
  await page.getByText(`Test checkout · stand-in for ${system}`).waitFor()
  return visitor
}
const attempts = (memberId: string) =>
  product.testServer.database.db
    .selectFrom('payment_attempts')
    .select(['provider', 'state', 'flagged'])
    .where('member_id', '=', memberId)
    .execute()

test.each([
  ['Mollie', 'messages-60', 'phone'],
  ['PayPal', 'plan-3m', 'desktop'],
] as const)('pays on the page of %s for %s: %s', async (system, plan, size) => {
  const { page, member, problems, context } = await leadTo(system, plan, size)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.waitForURL('**/ok')
  await page.getByRole('heading', { name: 'Fatto, grazie' }).waitFor()
  await page.getByText(/^Ti ci portiamo tra \d second/).waitFor()
  await page.getByRole('button', { name: 'Resta qui' }).click()
  expect(await page.getByText('Ti ci portiamo tra').count()).toBe(0)
  expect(await attempts(member.session.angelId)).toEqual([
    { provider: system.toLowerCase(), state: 'captured', flagged: null },
  ])
  if (plan === 'plan-3m') {
    await page.goto(product.at('/profile'))
    await page.getByText('PayPal', { exact: true }).waitFor()
  }
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

// The providers' contract tests cover what each system answers, and the state in which the attempt ends.
test('leaves Stripe’s page without paying, and is charged nothing', async () => {
  const { page, member, problems, context } = await leadTo('Stripe', 'messages-60', 'phone')
  await page.getByRole('button', { name: 'Back without paying' }).click()
  await page.waitForURL(/paymentCheck/)
  const dialog = page.getByRole('dialog', { name: 'Il pagamento non è riuscito' })
  await dialog.waitFor()
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/left.png` })
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Scegli un altro metodo' }).click()
  // The same plan, with the declined method at the end of the list.
  await page.waitForURL('**/purchase/pay?plan=messages-60&instead=stripe')
  expect(
    await page
      .getByRole('radio')
      .last()
      .evaluate((radio) => radio.closest('label')?.innerText),
  ).toBe('Stripe')
  expect(await attempts(member.session.angelId)).toEqual([{ provider: 'stripe', state: 'expired', flagged: null }])
  expect(problems).toEqual([])
  await context.close()
})

test('waits for a slow bank, and the open page is notified of the payment', async () => {
  const { page, member, problems, context } = await leadTo('TrustPay', 'messages-60', 'phone')
  await page.getByRole('button', { name: 'Pay, and let the bank take its time' }).click()
  await page.waitForURL('**/ok')
  expect(await attempts(member.session.angelId)).toEqual([{ provider: 'trustpay', state: 'captured', flagged: null }])
  expect(problems).toEqual([])
  await context.close()
})
