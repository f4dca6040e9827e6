import type { Amount, NotificationItem, PaymentRecord } from './records.ts'
import { newReference } from './references.ts'
import { refusalByCode } from './refusals.ts'
import { sign } from './signature.ts'
import { aliasOf, tokenData } from './answers.ts'

/** The outcome of an authorisation, as the standard webhook reports it. */
export function authorisation(payment: PaymentRecord, hmacKey: string): NotificationItem {
  const success = payment.result === 'Authorised'
  const { card } = payment
  const [month = '', year = ''] = card.expiryDate.split('/')
  return signed(hmacKey, {
    ...common(payment),
    additionalData: {
      cardSummary: card.last4,
      cardBin: card.bin,
      alias: aliasOf(payment),
      aliasType: 'Default',
      expiryDate: `${month.padStart(2, '0')}/${year}`,
      shopperInteraction: payment.shopperInteraction,
      ...(success ? { authCode: payment.authCode, ...tokenData(payment) } : {}),
    },
    eventCode: 'AUTHORISATION',
    pspReference: payment.id,
    ...(success ? { operations: ['CANCEL', 'CAPTURE', 'REFUND'] } : {}),
    reason: success
      ? `${payment.authCode}:${card.last4}:${month.padStart(2, '0')}/${year}`
      : (refusalByCode(payment.refusalCode ?? 0)?.reason ?? 'Refused'),
    success: success ? 'true' : 'false',
  })
}

export interface Modification {
  readonly eventCode: string
  readonly pspReference?: string
  readonly amount?: Amount
  readonly reference?: string
  readonly failure?: string
  readonly data?: Readonly<Record<string, string>>
}

/** A later change of a payment, such as CAPTURE, REFUND, CANCELLATION or CHARGEBACK. */
export function modification(payment: PaymentRecord, what: Modification, hmacKey: string): NotificationItem {
  return signed(hmacKey, {
    ...common(payment),
    ...(what.amount ? { amount: what.amount } : {}),
    ...(what.reference === undefined ? {} : { merchantReference: what.reference }),
    additionalData: what.data ?? {},
    eventCode: what.eventCode,
    originalReference: payment.id,
    pspReference: what.pspReference ?? newReference(),
    reason: what.failure ?? '',
    success: what.failure === undefined ? 'true' : 'false',
  })
}

function common(payment: PaymentRecord) {
  return {
    amount: payment.amount,
    eventDate: new Date().toISOString().replace(/\.\d+Z$/, '+00:00'),
    merchantAccountCode: payment.merchantAccount,
    merchantReference: payment.reference,
    paymentMethod: payment.card.brand,
  }
}

function signed(hmacKey: string, item: NotificationItem): NotificationItem {
  return { ...item, additionalData: { ...item.additionalData, hmacSignature: sign(item, hmacKey) } }
}
