import type { PaymentCode } from '../../modules/payments/port.ts'

/**
 * Why money could not be taken, by the issue of PayPal's refusal. Source: developer.paypal.com, "Orders v2 errors". Money that the wallet
 * does not have is its common reason, and the one that the product's texts have for it.
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

/** @returns undefined for an issue that does not say that the payer's money was refused */
export const declineCode = (issue: string): PaymentCode | undefined => codes.get(issue)
