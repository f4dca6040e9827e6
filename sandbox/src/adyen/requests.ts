import type { Amount } from './records.ts'
import type { EncryptedFields } from './decrypt-card.ts'
import { invalid } from './errors.ts'

/** The fields of Adyen's PaymentRequest that the stand-in uses; others are accepted and ignored. */
export interface PaymentRequest {
  readonly amount: Amount
  readonly merchantAccount: string
  readonly reference: string
  readonly returnUrl: string
  readonly paymentMethod: EncryptedFields & {
    readonly type?: string
    readonly number?: string
    readonly holderName?: string
    readonly storedPaymentMethodId?: string
    readonly googlePayToken?: string
    readonly applePayToken?: string
  }
  readonly additionalData?: Readonly<Record<string, string>>
  readonly captureDelayHours?: number
  readonly recurringProcessingModel?: string
  readonly shopperInteraction?: string
  readonly shopperReference?: string
  readonly storePaymentMethod?: boolean
}

const text = { type: 'string' }
const amountSchema = {
  type: 'object',
  required: ['value', 'currency'],
  properties: { value: { type: 'integer', minimum: 0 }, currency: { type: 'string', pattern: '^[A-Z]{3}$' } },
}

export const paymentSchema = {
  type: 'object',
  required: ['amount', 'merchantAccount', 'paymentMethod', 'reference', 'returnUrl'],
  properties: {
    amount: amountSchema,
    merchantAccount: text,
    reference: { type: 'string', minLength: 1, maxLength: 80 },
    returnUrl: { type: 'string', minLength: 1, maxLength: 1024 },
    paymentMethod: {
      type: 'object',
      properties: {
        type: text,
        number: text,
        holderName: text,
        storedPaymentMethodId: text,
        googlePayToken: { type: 'string', maxLength: 20_000 },
        applePayToken: { type: 'string', maxLength: 20_000 },
        encryptedCardNumber: text,
        encryptedExpiryMonth: text,
        encryptedExpiryYear: text,
        encryptedSecurityCode: text,
      },
    },
    additionalData: { type: 'object', additionalProperties: text },
    captureDelayHours: { type: 'integer' },
    recurringProcessingModel: { enum: ['CardOnFile', 'Subscription', 'UnscheduledCardOnFile'] },
    shopperInteraction: { enum: ['Ecommerce', 'ContAuth', 'Moto', 'POS'] },
    shopperReference: { type: 'string', minLength: 3, maxLength: 256 },
    storePaymentMethod: { type: 'boolean' },
  },
}

export const detailsSchema = {
  type: 'object',
  required: ['details'],
  properties: {
    details: { type: 'object', required: ['redirectResult'], properties: { redirectResult: text } },
  },
}

export const refundSchema = {
  type: 'object',
  required: ['amount', 'merchantAccount'],
  properties: { amount: amountSchema, merchantAccount: text, reference: { type: 'string', maxLength: 80 } },
}

export const cancelSchema = {
  type: 'object',
  required: ['merchantAccount'],
  properties: { merchantAccount: text, reference: { type: 'string', maxLength: 80 } },
}

/** The query that names the shopper whose stored card is removed. */
export const removalSchema = {
  type: 'object',
  required: ['merchantAccount', 'shopperReference'],
  properties: { merchantAccount: text, shopperReference: { type: 'string', minLength: 3, maxLength: 256 } },
}

/** Adyen's error for a body that does not match its schema; `detail` names the field. */
export function schemaError(field: string, missing: boolean, detail: string) {
  if (field.startsWith('returnUrl')) return invalid('14_030', 'Return URL is missing.')
  if (field.startsWith('reference')) return invalid('130', "Required field 'reference' is not provided.")
  if (field.startsWith('amount')) return invalid('137', 'Invalid amount specified')
  if (field.startsWith('shopperReference')) return invalid('180', 'Invalid shopperReference')
  return missing ? invalid('158', `Required field '${field}' is not provided.`) : invalid('702', detail)
}
