import type { ResultCode } from './records.ts'

/**
 * Adyen's refusal reasons by code, with their result code and the holder names that trigger
 * them in Adyen's test system. Source: docs.adyen.com, "Refusal reasons" and "Testing result
 * codes and refusal reasons".
 */
export interface Refusal {
  readonly code: number
  readonly reason: string
  readonly result: Extract<ResultCode, 'Refused' | 'Error' | 'Cancelled'>
  readonly holderNames: readonly string[]
}

const refused = (code: number, reason: string, ...holderNames: string[]): Refusal => ({
  code,
  reason,
  result: 'Refused',
  holderNames,
})

export const REFUSALS: readonly Refusal[] = [
  { code: 0, reason: 'Unknown', result: 'Error', holderNames: ['UNKNOWN'] },
  refused(2, 'Refused', 'DECLINED'),
  refused(3, 'Referral', 'REFERRAL'),
  { code: 4, reason: 'Acquirer Error', result: 'Error', holderNames: ['ERROR'] },
  refused(5, 'Blocked Card', 'BLOCK_CARD'),
  refused(6, 'Expired Card', 'CARD_EXPIRED', 'EXPIRED_CARD'),
  refused(7, 'Invalid Amount', 'INVALID_AMOUNT'),
  refused(8, 'Invalid Card Number', 'INVALID_CARD_NUMBER', 'INVALID_CARD'),
  refused(9, 'Issuer Unavailable', 'ISSUER_UNAVAILABLE'),
  refused(10, 'Not supported', 'NOT_SUPPORTED'),
  refused(11, '3D Not Authenticated', 'NOT_3D_AUTHENTICATED', '3D_NOT_AUTHENTICATED'),
  refused(12, 'Not enough balance', 'NOT_ENOUGH_BALANCE'),
  refused(14, 'Acquirer Fraud', 'ACQUIRER_FRAUD'),
  { code: 15, reason: 'Cancelled', result: 'Cancelled', holderNames: ['CANCELLED'] },
  { code: 16, reason: 'Shopper Cancelled', result: 'Cancelled', holderNames: ['SHOPPER_CANCELLED'] },
  refused(17, 'Invalid Pin', 'INVALID_PIN'),
  refused(18, 'Pin tries exceeded', 'PIN_TRIES_EXCEEDED'),
  refused(19, 'Pin validation not possible', 'PIN_VALIDATION_NOT_POSSIBLE'),
  refused(20, 'FRAUD', 'FRAUD'),
  refused(21, 'Not Submitted', 'NOT_SUBMITTED'),
  refused(22, 'FRAUD-CANCELLED', 'FRAUD_CANCELLED'),
  refused(23, 'Transaction Not Permitted', 'TRANSACTION_NOT_PERMITTED'),
  refused(24, 'CVC Declined', 'CVC_DECLINED'),
  refused(25, 'Restricted Card', 'RESTRICTED_CARD'),
  refused(26, 'Revocation Of Auth', 'REVOCATION_OF_AUTH'),
  refused(27, 'Declined Non Generic', 'DECLINED_NON_GENERIC'),
  refused(28, 'Withdrawal amount exceeded', 'WITHDRAWAL_AMOUNT_EXCEEDED'),
  refused(29, 'Withdrawal count exceeded', 'WITHDRAWAL_COUNT_EXCEEDED'),
  refused(31, 'Issuer Suspected Fraud', 'ISSUER_SUSPECTED_FRAUD'),
  refused(32, 'AVS Declined', 'AVS_DECLINED'),
  refused(38, 'Authentication required', 'AUTHENTICATION_REQUIRED'),
  refused(39, 'RReq not received from DS', 'RREQ_NOT_RECEIVED'),
  refused(42, '3DS Authentication Error', '3DS_AUTHENTICATION_ERROR'),
  refused(46, 'Transaction blocked by Adyen to prevent excessive retry fees', 'TRANSACTION_BLOCKED_BY_ADYEN'),
]

export function refusalByCode(code: number): Refusal | undefined {
  return REFUSALS.find((refusal) => refusal.code === code)
}

export function refusalByHolderName(name: string): Refusal | undefined {
  return REFUSALS.find((refusal) => refusal.holderNames.includes(name))
}
