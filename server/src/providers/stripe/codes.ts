import type { PaymentCode } from '#modules/payments/port.ts'
import type { CardError } from './wire.ts'

/** `decline_code` first, since it says more, then `code`. Source: docs.stripe.com, "Card declines" and "Error codes". */
const codes: ReadonlyMap<string, PaymentCode> = new Map([
  ['insufficient_funds', 'insufficient_funds'],
  ['withdrawal_count_limit_exceeded', 'insufficient_funds'],
  ['lost_card', 'lost_or_stolen'],
  ['stolen_card', 'lost_or_stolen'],
  ['pickup_card', 'lost_or_stolen'],
  ['restricted_card', 'lost_or_stolen'],
  ['expired_card', 'expired_card'],
  ['incorrect_cvc', 'invalid_cvc'],
  ['invalid_cvc', 'invalid_cvc'],
  ['incorrect_number', 'invalid_number'],
  ['invalid_number', 'invalid_number'],
  ['invalid_account', 'invalid_number'],
  ['invalid_expiry_month', 'invalid_expiry_month'],
  ['invalid_expiry_year', 'invalid_expiry_year'],
  ['authentication_required', 'authentication_required'],
  ['authentication_not_handled', 'warning'],
  ['payment_intent_authentication_failure', 'warning'],
  ['processing_error', 'processing_error'],
  ['issuer_not_available', 'retry'],
  ['reenter_transaction', 'retry'],
  ['try_again_later', 'retry'],
  ['card_velocity_exceeded', 'card_already_declined'],
  ['duplicate_transaction', 'card_already_declined'],
  ['card_not_supported', 'change_method'],
  ['currency_not_supported', 'change_method'],
  ['resource_missing', 'change_method'],
  ['merchant_blacklist', 'blacklisted'],
  ['generic_decline', 'card_declined'],
  ['do_not_honor', 'card_declined'],
  // Neither reason may be revealed to the card holder.
  ['fraudulent', 'card_declined'],
  ['highest_risk_level', 'card_declined'],
  ['card_declined', 'card_declined'],
])

export const declineCode = ({ decline_code: reason, code }: CardError): PaymentCode =>
  codes.get(reason ?? '') ?? codes.get(code ?? '') ?? 'generic'
