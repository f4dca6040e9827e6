import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as adyen from '#providers/adyen/amounts.ts'
import * as mollie from '#providers/mollie/amounts.ts'
import { Refund as MollieRefund } from '#providers/mollie/wire.ts'
import * as paypal from '#providers/paypal/amounts.ts'
import { Refund as PayPalRefund } from '#providers/paypal/wire.ts'
import * as stripe from '#providers/stripe/amounts.ts'
import * as trustpay from '#providers/trustpay/amounts.ts'
import type { Money } from '#modules/payments/port.ts'

/** What each provider is sent, and what we read when it sends the same. */
const providers: Record<
  string,
  { readonly currencies: readonly string[]; send(money: Money): unknown; again(money: Money): Money }
> = {
  adyen: {
    currencies: adyen.currencies,
    send: (money) => adyen.toAmount(money).value,
    again: (money) => adyen.toMoney(adyen.toAmount(money)),
  },
  stripe: {
    currencies: stripe.currencies,
    send: (money) => stripe.toAmount(money).amount,
    again(money) {
      const { amount, currency } = stripe.toAmount(money)
      return stripe.toMoney(Number(amount), currency)
    },
  },
  mollie: {
    currencies: mollie.currencies,
    send: (money) => mollie.toAmount(money).value,
    again: (money) => mollie.toMoney(MollieRefund.shape.amount.parse(mollie.toAmount(money))),
  },
  paypal: {
    currencies: paypal.currencies,
    send: (money) => paypal.toAmount(money).value,
    again: (money) => paypal.toMoney(PayPalRefund.shape.amount.parse(paypal.toAmount(money))),
  },
  trustpay: {
    currencies: trustpay.currencies,
    send: (money) => trustpay.toAmount(money).Amount,
    again(money) {
      const { Amount, Currency } = trustpay.toAmount(money)
      return trustpay.toMoney({ Amount: Number(Amount), Currency })
    },
  },
}

test.each<[string, string, unknown]>([
  ['adyen', 'EUR', 2490],
  ['adyen', 'JPY', 2490],
  ['adyen', 'KWD', 2490],
  ['adyen', 'ISK', 249_000],
  ['adyen', 'CLP', 249_000],
  ['stripe', 'EUR', '2490'],
  ['stripe', 'JPY', '2490'],
  ['stripe', 'CLP', '2490'],
  ['stripe', 'ISK', '249000'],
  ['stripe', 'UGX', '249000'],
  ['mollie', 'EUR', '24.90'],
  ['mollie', 'JPY', '2490'],
  ['mollie', 'ISK', '2490'],
  ['mollie', 'HUF', '24.90'],
  ['paypal', 'EUR', '24.90'],
  ['paypal', 'JPY', '2490'],
  ['trustpay', 'EUR', '24.90'],
])('%s is sent 2490 minor units of %s as %s', (name, currency, wire) =>
  expect(providers[name]?.send({ minor: 2490, currency })).toBe(wire),
)

test.each(Object.entries(providers))('%s: what is sent is what is read, in each of its currencies', (_name, provider) =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      fc.constantFrom(...provider.currencies),
      (minor, currency) => {
        expect(provider.again({ minor, currency })).toEqual({ minor, currency })
      },
    ),
  ),
)

test('currencies that a provider counts in larger units than ours are not among its own', () => {
  expect(adyen.currencies).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(CVE|IDR)$/)]))
  expect(stripe.currencies).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(MGA|BHD|IQD|JOD|KWD|LYD|OMR|TND)$/)]),
  )
  expect(paypal.currencies).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(HUF|TWD)$/)]))
})

test('a part of a unit never makes up for a whole one', () => {
  expect(adyen.toMoney({ value: 249_099, currency: 'ISK' })).toEqual({ minor: 2490, currency: 'ISK' })
  expect(stripe.toMoney(249_099, 'ugx')).toEqual({ minor: 2490, currency: 'UGX' })
})
