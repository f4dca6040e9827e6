import type { PaymentCode } from '#modules/payments/port.ts'

/**
 * Adyen's refusal reasons (code, text) and the code a member gets. Webhooks carry only the text.
 * Source: docs.adyen.com, "Refusal reasons". Suspicion of fraud is reported as an ordinary decline by
 * the issuer's side and as `blacklisted` only where our own rules refused.
 */
const REFUSALS: readonly (readonly [code: string, reason: string, reported: PaymentCode])[] = [
  ['2', 'Refused', 'card_declined'],
  ['3', 'Referral', 'card_declined'],
  ['4', 'Acquirer Error', 'processing_error'],
  ['5', 'Blocked Card', 'lost_or_stolen'],
  ['6', 'Expired Card', 'expired_card'],
  ['7', 'Invalid Amount', 'processing_error'],
  ['8', 'Invalid Card Number', 'invalid_number'],
  ['9', 'Issuer Unavailable', 'retry'],
  ['10', 'Not supported', 'change_method'],
  ['11', '3D Not Authenticated', 'warning'],
  ['12', 'Not enough balance', 'insufficient_funds'],
  ['14', 'Acquirer Fraud', 'card_declined'],
  ['15', 'Cancelled', 'generic'],
  ['16', 'Shopper Cancelled', 'generic'],
  ['17', 'Invalid Pin', 'card_declined'],
  ['18', 'Pin tries exceeded', 'change_method'],
  ['19', 'Pin validation not possible', 'card_declined'],
  ['20', 'FRAUD', 'blacklisted'],
  ['21', 'Not Submitted', 'processing_error'],
  ['22', 'FRAUD-CANCELLED', 'blacklisted'],
  ['23', 'Transaction Not Permitted', 'card_declined'],
  ['24', 'CVC Declined', 'invalid_cvc'],
  ['25', 'Restricted Card', 'lost_or_stolen'],
  ['26', 'Revocation Of Auth', 'change_method'],
  ['27', 'Declined Non Generic', 'generic'],
  ['28', 'Withdrawal amount exceeded', 'insufficient_funds'],
  ['29', 'Withdrawal count exceeded', 'change_method'],
  ['31', 'Issuer Suspected Fraud', 'card_declined'],
  ['32', 'AVS Declined', 'card_declined'],
  ['33', 'Card requires online pin', 'change_method'],
  ['34', 'No checking account available on Card', 'change_method'],
  ['35', 'No savings account available on Card', 'change_method'],
  ['36', 'Mobile pin required', 'change_method'],
  ['38', 'Authentication required', 'authentication_required'],
  ['39', 'RReq not received from DS', 'warning'],
  ['42', '3DS Authentication Error', 'warning'],
  ['46', 'Transaction blocked by Adyen to prevent excessive retry fees', 'card_already_declined'],
]

/** Adyen's error codes of a request it did not take. Source: docs.adyen.com, "Error codes and messages". */
const ERRORS: ReadonlyMap<string, PaymentCode> = new Map([
  ['101', 'invalid_number'],
  ['103', 'invalid_cvc'],
  ['129', 'expired_card'],
  ['140', 'invalid_expiry_year'],
  ['141', 'invalid_expiry_month'],
  ['153', 'invalid_cvc'],
  ['172', 'retry'], // the form stayed open for a day: the fields have to be typed again
  ['800', 'change_method'],
  ['802', 'change_method'],
  ['803', 'change_method'],
])

const BY_CODE = new Map(REFUSALS.map(([code, , reported]) => [code, reported]))
const BY_REASON = new Map(REFUSALS.map(([, reason, reported]) => [lettersOf(reason), reported]))

/** The code of a refusal, by number or else by text. */
export function refusalCode(code: string | undefined, reason: string | undefined): PaymentCode {
  return BY_CODE.get(code ?? '') ?? BY_REASON.get(lettersOf(reason ?? '')) ?? 'generic'
}

/** The code of an error of the card or token; null if the member cannot fix it. */
export function errorCode(code: string): PaymentCode | null {
  return ERRORS.get(code) ?? null
}

/** Adyen spells the same reason "Not enough balance" and "NotEnoughBalance". */
function lettersOf(reason: string): string {
  return reason.toLowerCase().replace(/[^a-z0-9]/g, '')
}
