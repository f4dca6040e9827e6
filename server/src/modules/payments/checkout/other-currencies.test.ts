import { routes } from '@incontro/contract'
import { afterEach, expect, test } from 'vitest'
import { openShop, type Shop } from '../testing/shop.ts'

let shop: Shop | undefined
afterEach(() => shop?.close())

test.each([
  // Adyen counts the króna in hundredths.
  { currency: 'ISK', paid: '2490', vat: '449', refund: '2490', zero: '0', wire: 249_000, wallets: 2 },
  // Google's sheet takes two decimals.
  { currency: 'KWD', paid: '2.490', vat: '0.449', refund: '2.490', zero: '0.000', wire: 2490, wallets: 1 },
])('a plan in $currency is sold, invoiced and refunded in its own minor units', async (money) => {
  const { currency, paid, vat, refund, zero, wire } = money
  shop = await openShop({ currency, wallets: true })
  const ada = await shop.customer()
  const offer = (await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })).body as unknown as {
    payableBy: readonly { kind: string }[]
  }
  expect(offer.payableBy.filter(({ kind }) => kind === 'wallet')).toHaveLength(money.wallets)

  const { reference } = (await shop.pay(ada, 'plan-1m', '4111111111111111')).body
  expect(shop.charged(reference)).toMatchObject([{ amount: { value: wire, currency }, captured: wire }])
  const orders = await shop.look(ada, routes.orders.path)
  expect(orders.body.orders).toMatchObject([{ reference, total: paid, currency, refunded: zero }])

  const withdrawn = await shop.call(ada, routes.withdraw.path, { clickid: ada.clickid, reference })
  expect(withdrawn.body).toMatchObject({ refund, currency })
  expect(shop.charged(reference)).toMatchObject([{ refunded: wire }])
  const { attempts, emails } = await shop.stateOf(ada)
  expect(attempts).toMatchObject([{ amount_minor: 2490, currency }])
  expect(emails.filter(({ kind }) => kind === 'receipt')).toMatchObject([{ props: { total: paid, vat, currency } }])
})
