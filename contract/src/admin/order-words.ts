import type { paymentSystems } from '../codes.ts'

/** The states of a payment that a list can be narrowed to. */
export const orderStates = [
  'created',
  'submitting',
  'requires_action',
  'processing',
  'authorised',
  'captured',
  'declined',
  'cancelled',
  'expired',
  'failed',
  'unknown',
  'partially_refunded',
  'refunded',
  'disputed',
  'won',
  'lost',
] as const
export type OrderState = (typeof orderStates)[number]

/** Why a payment waits for a person. */
export const paymentFlags = [
  'other_reference',
  'other_amount',
  'second_payment',
  'paid_twice',
  'paid_after_close',
  'paid_after_erasing',
  'credit_gone',
  'failed_after_grant',
  'unresolved',
  'tested_card',
  'refund_refused',
  'refund_failed',
  'refund_unknown',
  'late',
  'differs_amount',
  'differs_reference',
  'differs_state',
  'differs_refund',
] as const
export type PaymentFlag = (typeof paymentFlags)[number]

/** The flag of a stored one, which may say more: `late_captured` is `late`. Null for one that is not known. */
export const flagOf = (stored: string): PaymentFlag | null =>
  paymentFlags.find((one) => one === stored) ?? paymentFlags.find((one) => one === stored.split('_')[0]) ?? null

/** Names of providers, as they write them: staff know them, members read the name of the method. */
const providers: Readonly<Record<(typeof paymentSystems)[number], string>> = {
  adyen: 'Adyen',
  googlepay: 'Google Pay',
  applepay: 'Apple Pay',
  paypal: 'PayPal',
  mollie: 'Mollie',
  trustpay: 'TrustPay',
  stripe: 'Stripe',
}
export const providerName = (provider: string): string =>
  Object.entries(providers).find(([system]) => system === provider)?.[1] ?? provider
