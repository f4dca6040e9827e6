import type { PaymentCode } from '#modules/payments/port.ts'

/** Why a payment failed: `details.failureReason` of a card, or the newer `statusReason.code`. Source: docs.mollie.com, "Status reasons". */
const codes: ReadonlyMap<string, PaymentCode> = new Map([
  ['insufficient_funds', 'insufficient_funds'],
  ['card_declined', 'card_declined'],
  ['refused_by_issuer', 'card_declined'],
  ['possible_fraud', 'card_declined'],
  ['card_expired', 'expired_card'],
  ['inactive_card', 'lost_or_stolen'],
  ['lost_or_stolen_card', 'lost_or_stolen'],
  ['invalid_cvv', 'invalid_cvc'],
  ['invalid_card_number', 'invalid_number'],
  ['invalid_card_type', 'change_method'],
  ['authentication_required', 'authentication_required'],
  ['authentication_failed', 'warning'],
  ['authentication_abandoned', 'warning'],
  ['authentication_unavailable_acs', 'warning'],
])

export const failureCode = (reason: string | null | undefined): PaymentCode => codes.get(reason ?? '') ?? 'generic'
