import type { PaymentCode } from '#modules/payments/port.ts'

/**
 * Why money could not be captured, by the issue of PayPal's refusal. Source: developer.paypal.com, "Orders v2 errors".
 * The common reason is a lack of funds, for which the product has a text.
 */
const codes: ReadonlyMap<string, PaymentCode> = new Map([
  ['INSTRUMENT_DECLINED', 'insufficient_funds'],
  ['TRANSACTION_LIMIT_EXCEEDED', 'insufficient_funds'],
  ['MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'card_already_declined'],
  ['TRANSACTION_REFUSED', 'card_declined'],
  ['TRANSACTION_BLOCKED_BY_PAYEE', 'card_declined'],
  ['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', 'change_method'],
  ['PAYER_ACCOUNT_RESTRICTED', 'change_method'],
  ['PAYER_ACCOUNT_LOCKED_OR_CLOSED', 'change_method'],
  ['PAYER_CANNOT_PAY', 'change_method'],
  ['PAYEE_BLOCKED_TRANSACTION', 'change_method'],
  ['CARD_EXPIRED', 'expired_card'],
  ['CARD_CLOSED', 'lost_or_stolen'],
  ['COMPLIANCE_VIOLATION', 'blacklisted'],
  ['PAYER_ACTION_REQUIRED', 'authentication_required'],
])

/** @returns undefined for an issue other than a refusal of the payer's money */
export const declineCode = (issue: string): PaymentCode | undefined => codes.get(issue)
