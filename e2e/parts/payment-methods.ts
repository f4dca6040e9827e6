import type { FrameLocator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { faults } from './axe.ts'
import { typeCard, typeHolder } from './typing.ts'
import { openMember, sizes, type Visitor } from './person.ts'
import type { Product } from './product.ts'
import type { TestMember } from '#test/support/test-server.ts'

export const orderButton = 'Ordine con obbligo di pagare'

/** How a member pays with one method: what they do on our page, and then on the provider's. */
export interface PaymentMethod {
  /** As attempts name the payment system. */
  readonly provider: string
  /** The radio button of the pay page. */
  readonly label: string
  /** Whether the browser is one of an Apple device. */
  readonly apple?: boolean
  /**
   * Orders on the pay page, on which the method is checked and the consents are given.
   * @param answer what the member answers about an order that waits
   */
  order(page: Page, answer?: (page: Page) => Promise<void>): Promise<void>
  pays(page: Page): Promise<void>
  isDeclined(page: Page): Promise<void>
  /** Leaves by the provider's own button, or the browser's where it has none. */
  leaves(page: Page): Promise<void>
  /** Goes back to the pay page without the provider's knowledge. */
  goesBack(page: Page): Promise<void>
  /** The button of our dialog after a decline, and after leaving where there is one. */
  readonly afterDecline: string
  readonly afterLeaving: string | null
  /** Whether an unpaid attempt stays behind when the member leaves or goes back. */
  readonly ordersFirst: boolean
  /** The requests to another host: a wallet's script, from inside its frame. */
  readonly problems: readonly unknown[]
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const goBack = async (page: Page): Promise<void> => void (await page.goBack())

/** On the page of a provider. */
const onPage = (label: string, name: string): PaymentMethod => ({
  provider: name.toLowerCase(),
  label,
  async order(page, answer) {
    await page.getByRole('button', { name: orderButton }).click()
    await answer?.(page)
    await page.getByText(`Test checkout · stand-in for ${name}`).waitFor()
  },
  pays: press('Pay'),
  async isDeclined(page) {
    await press('Decline')(page)
    // Stripe's page lets the member try another card.
    if (name === 'Stripe') await press('Back without paying')(page)
  },
  leaves: press('Back without paying'),
  goesBack: goBack,
  // A decline on that page can only be left.
  afterDecline: name === 'Stripe' ? 'Torna all’ordine' : 'Scegli un altro metodo',
  afterLeaving: 'Torna all’ordine',
  ordersFirst: true,
  problems: [],
})

/** In the sheet that a wallet opens inside its frame. */
function inSheet(name: string, button: (frame: FrameLocator) => Promise<void>, script: RegExp): PaymentMethod {
  const frameOf = (page: Page) => page.frameLocator(`iframe[title="Paga con ${name}"]`)
  const cancel = (page: Page) => frameOf(page).getByRole('button', { name: 'Cancel' }).click()
  const payWith = async (page: Page, card: string) => {
    await frameOf(page).getByLabel('Card', { exact: true }).selectOption(card)
    await frameOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  }
  return {
    provider: name.toLowerCase().replace(' ', ''),
    label: name,
    apple: name === 'Apple Pay',
    async order(page) {
      await button(frameOf(page))
      await frameOf(page).getByText(`${name} · sandbox · 11.90 EUR`).waitFor()
    },
    pays: (page) => payWith(page, '4111111111111111'),
    isDeclined: (page) => payWith(page, '4100000000000126'),
    leaves: cancel,
    goesBack: cancel,
    afterDecline: 'Torna al pagamento',
    afterLeaving: null,
    ordersFirst: false,
    problems: [expect.stringMatching(script)],
  }
}

/** A card that its bank asks to confirm. */
const card: PaymentMethod = {
  provider: 'adyen',
  label: 'Carta',
  async order(page, answer) {
    await typeCard(page.frameLocator('iframe'), '4212345678901237')
    await typeHolder(page, ['Marco', 'Prova'])
    await page.getByRole('button', { name: orderButton }).click()
    await answer?.(page)
    await page.getByText('Test bank · 3D Secure').waitFor()
  },
  pays: press('Approve'),
  isDeclined: press('Decline'),
  leaves: goBack,
  goesBack: goBack,
  afterDecline: 'Scegli un altro metodo',
  afterLeaving: null,
  ordersFirst: true,
  problems: [],
}

export const paymentMethods = {
  card,
  'Google Pay': inSheet(
    'Google Pay',
    (frame) => frame.getByRole('button', { name: 'Buy with Google Pay' }).click(),
    /: asks http:\/\/localhost:\d+\/googlepay\/pay\.js$/,
  ),
  'Apple Pay': inSheet(
    'Apple Pay',
    (frame) => frame.locator('apple-pay-button').click(),
    /: asks http:\/\/localhost:\d+\/applepay\/apple-pay-sdk\.js$/,
  ),
  Mollie: onPage('iDEAL, Bancontact', 'Mollie'),
  PayPal: onPage('PayPal', 'PayPal'),
  Stripe: onPage('Klarna', 'Stripe'),
  TrustPay: onPage('Bonifico dalla tua banca', 'TrustPay'),
} as const satisfies Record<string, PaymentMethod>

/** A member on the pay page of a plan, with a method's browser. */
export async function openPayPage(
  product: Product,
  method: PaymentMethod,
  plan: string,
  size: keyof typeof sizes,
): Promise<Visitor & { readonly member: TestMember }> {
  const visitor = await openMember(product, {}, sizes[size])
  // The browser of an Apple device; the sheet itself is the sandbox's, in the wallet's frame.
  if (method.apple)
    await visitor.context.addInitScript(() =>
      Object.assign(globalThis, { ApplePaySession: { canMakePayments: () => true } }),
    )
  await visitor.page.goto(product.at(`/purchase/pay?plan=${plan}`))
  return visitor
}

/** Checks the method and gives the consents that the order needs. */
export async function choose(page: Page, { label }: PaymentMethod): Promise<void> {
  await page.getByRole('radio', { name: label, exact: true }).check()
  await page.getByRole('checkbox', { name: /^Chiedo/ }).check()
  const renewal = page.getByRole('checkbox', { name: /^Accetto che il piano si rinnovi/ })
  if (await renewal.count()) await renewal.check()
}

/** Reads the dialog about an order that was not paid, and goes on from it. */
export async function goOnFromDialog(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: button }).click()
  await page.waitForURL('**/purchase/pay?*')
}
