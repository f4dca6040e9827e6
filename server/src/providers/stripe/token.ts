import type { ProviderState } from '#modules/payments/port.ts'
import { expiryOf } from '#providers/state-of.ts'
import type { Intent } from './wire.ts'

/** A payment method, with the customer that Checkout created for it. */
export interface Kept {
  readonly customer: string
  readonly paymentMethod: string
}

/** @returns null for a text of another adapter */
export function readToken(token: string): Kept | null {
  const [customer, paymentMethod, ...rest] = token.split('/')
  if (!customer?.startsWith('cus_') || !paymentMethod?.startsWith('pm_') || rest.length > 0) return null
  return { customer, paymentMethod }
}

const cardOf = ({ latest_charge: charge }: Intent) =>
  typeof charge === 'object' ? charge?.payment_method_details?.card : undefined

/** Stripe's fingerprint of the card; reported where the charge is expanded. */
export function fingerprintOf(intent: Intent): Pick<ProviderState, 'cardFingerprint'> {
  const fingerprint = cardOf(intent)?.fingerprint
  return fingerprint ? { cardFingerprint: fingerprint } : {}
}

/** The method that a payment stored for later ones. */
export function tokenOf(intent: Intent): ProviderState['token'] {
  const { customer, payment_method: paymentMethod } = intent
  if (intent.setup_future_usage !== 'off_session' || !customer || !paymentMethod) return null
  const card = cardOf(intent)
  const names: Readonly<Record<string, string>> = { mastercard: 'mc' }
  return {
    id: `${customer}/${paymentMethod}`,
    brand: card?.brand ? (names[card.brand] ?? card.brand) : null,
    last4: card?.last4 ?? null,
    shopper: intent.metadata['shopper'] ?? null,
    ...expiryOf(card?.exp_month ?? 0, card?.exp_year ?? 0),
  }
}
