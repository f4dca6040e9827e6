import type { PaymentCode } from '#modules/payments/port.ts'

/** Why a payment was rejected: `StatusReasonInformation.Reason.Code`. Source: doc.trustpay.eu, "Result codes". */
const codes: ReadonlyMap<string, PaymentCode> = new Map([
  ['100.380.401', 'warning'],
  ['300.100.100', 'authentication_required'],
  ['100.390.118', 'card_declined'],
  ['800.100.151', 'invalid_number'],
  ['800.100.155', 'insufficient_funds'],
  ['800.100.160', 'lost_or_stolen'],
  ['800.100.162', 'insufficient_funds'],
  ['800.100.168', 'lost_or_stolen'],
  ['800.100.203', 'insufficient_funds'],
  ['800.300.401', 'blacklisted'],
])

/** Of a rejected payment: with a reason it was declined, without one it was not concluded, as when the payer left. */
export const rejection = (reason: string | null | undefined) =>
  reason
    ? ({ state: 'declined', code: codes.get(reason) ?? 'generic' } as const)
    : ({ state: 'expired', code: null } as const)
