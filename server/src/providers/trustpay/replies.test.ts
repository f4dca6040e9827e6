import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { toMoney } from './amounts.ts'
import { isSigned } from './signature.ts'
import { readPayment } from './states.ts'

/* What TrustPay says and its stand-in does not. */

it('counts cents whatever a binary fraction makes of them', () => {
  for (let minor = 1; minor < 4_000; minor += 1)
    expect(toMoney({ Amount: Number((minor / 100).toFixed(2)), Currency: 'EUR' }).minor).toBe(minor)
})

const asked = { providerRef: '70', reference: 'our-order' }
it.each([
  ['our reference, where it is said', '71', 'another-order', 'another-order'],
  ['the one asked about, where it says only its own number of it', '70', null, 'our-order'],
  ['none, where it speaks of another payment', '71', null, null],
])('reads %s', (_what, PaymentRequestId, MerchantReference, reference) => {
  const said = { Status: 'Paid', References: { PaymentRequestId, MerchantReference } } as const
  expect(readPayment({ PaymentInformation: said }, asked)).toMatchObject({
    state: 'captured',
    providerRef: PaymentRequestId,
    reference,
  })
})

it('takes a signature over numbers as they are written and as they are read, and over nothing else', () => {
  const text = '{"PaymentInformation":{"Amount":29.90,"Status":"Paid","Reason":null}}'
  const sign = (...values: string[]) => createHmac('sha256', 'key').update(values.sort().join('/')).digest('hex')
  expect(isSigned(text, sign('29.90', 'Paid'), 'key')).toBe(true)
  expect(isSigned(text, sign('29.9', 'Paid').toUpperCase(), 'key')).toBe(true)
  for (const wrong of [
    sign('29.900', 'Paid'),
    sign('Paid'),
    sign('29.9', 'Paid', ''),
    '',
    sign('29.9', 'Paid').slice(2),
  ])
    expect(isSigned(text, wrong, 'key'), wrong).toBe(false)
  expect(isSigned(text, sign('29.90', 'Paid'), 'other key')).toBe(false)
})
