import { createHash } from 'node:crypto'
import type { PaymentRecord } from './records.ts'
import { refusalByCode } from './refusals.ts'

/** A PaymentResponse (or PaymentDetailsResponse) for a payment's state. */
export function paymentAnswer(payment: PaymentRecord, publicUrl: string): object {
  const base = {
    additionalData: additionalData(payment),
    pspReference: payment.id,
    resultCode: payment.result,
    merchantReference: payment.reference,
  }
  const card = { brand: payment.card.brand, type: payment.card.wallet ?? 'scheme' }
  switch (payment.result) {
    case 'Authorised':
    case 'Received':
      return { ...base, amount: payment.amount, paymentMethod: card }
    case 'RedirectShopper':
      return { ...base, action: redirect(payment, publicUrl) }
    case 'Refused':
    case 'Error':
    case 'Cancelled':
      return {
        ...base,
        refusalReason: refusalByCode(payment.refusalCode ?? 0)?.reason ?? 'Refused',
        refusalReasonCode: String(payment.refusalCode ?? 0),
      }
  }
}

function redirect(payment: PaymentRecord, publicUrl: string): object {
  return {
    paymentMethodType: 'scheme',
    url: `${publicUrl}/3ds/${payment.challenge?.id ?? ''}`,
    method: 'GET',
    type: 'redirect',
  }
}

function additionalData(payment: PaymentRecord): Record<string, string> {
  const { card } = payment
  return {
    cardBin: card.bin,
    alias: aliasOf(payment),
    aliasType: 'Default',
    cardSummary: card.last4,
    expiryDate: card.expiryDate,
    paymentMethod: card.brand,
    merchantReference: payment.reference,
    ...(payment.result === 'Authorised'
      ? {
          authCode: payment.authCode,
          refusalReasonRaw: 'AUTHORISED',
          acquirerCode: 'TestPmmAcquirer',
          ...tokenData(payment),
        }
      : {}),
    ...(payment.challenge && payment.challenge.approved !== null
      ? {
          threeDOffered: 'true',
          threeDAuthenticated: String(payment.challenge.approved),
          liabilityShift: String(payment.challenge.approved),
        }
      : {}),
  }
}

/** The same for every payment with the card, by any customer. */
export function aliasOf({ card: { bin, last4 } }: Pick<PaymentRecord, 'card'>): string {
  const digest = createHash('sha256').update(`${bin} ${last4}`).digest()
  return `H${String(digest.readUIntBE(0, 6)).padStart(15, '0')}`
}

/** The names under which answers and webhooks report a payment's stored card. */
export function tokenData(payment: PaymentRecord): Record<string, string> {
  if (!payment.token || payment.shopperReference === null) return {}
  return {
    'tokenization.shopperReference': payment.shopperReference,
    'tokenization.storedPaymentMethodId': payment.token.id,
    ...(payment.token.operation ? { 'tokenization.store.operationType': payment.token.operation } : {}),
    'recurring.recurringDetailReference': payment.token.id,
    'recurring.shopperReference': payment.shopperReference,
    ...(payment.recurringProcessingModel ? { recurringProcessingModel: payment.recurringProcessingModel } : {}),
  }
}
