/** The records that the stand-in stores: payments, tokens, answers and webhooks. */

export interface Amount {
  readonly value: number
  readonly currency: string
}

export type ResultCode = 'Authorised' | 'Refused' | 'Error' | 'Cancelled' | 'Received' | 'RedirectShopper'

/** A stored card. Its number is kept only for the sandbox's own test cards. */
export interface CardFacts {
  readonly brand: string
  readonly bin: string
  readonly last4: string
  /** `M/YYYY`, as in Adyen's additional data. */
  readonly expiryDate: string
  /** The card number, only if it is a documented test card. */
  readonly testNumber: string | null
  /** Adyen's name of the wallet that the card came from. */
  readonly wallet?: string
}

export interface Challenge {
  readonly id: string
  readonly approved: boolean | null
  readonly redirectResult: string | null
}

export interface PaymentRecord {
  /** The pspReference. */
  readonly id: string
  readonly createdAt: string
  readonly merchantAccount: string
  readonly reference: string
  readonly amount: Amount
  readonly result: ResultCode
  readonly refusalCode: number | null
  readonly captured: number
  readonly refunded: number
  readonly cancelled: boolean
  readonly disputed: boolean
  readonly card: CardFacts
  readonly holderName: string | null
  readonly shopperReference: string | null
  readonly shopperInteraction: string
  readonly recurringProcessingModel: string | null
  readonly store: boolean
  readonly token: { readonly id: string; readonly operation: 'created' | 'alreadyExisting' | null } | null
  readonly authCode: string
  readonly returnUrl: string
  readonly challenge: Challenge | null
  /** When a pending payment is authorised, ISO 8601. */
  readonly settleAt: string | null
}

export interface TokenRecord {
  /** The storedPaymentMethodId. */
  readonly id: string
  readonly createdAt: string
  readonly shopperReference: string
  readonly card: CardFacts
  readonly removedAt?: string
}

/** The answer stored for an idempotency key; `digest` distinguishes a repeat from another request. */
export interface StoredAnswer {
  readonly id: string
  readonly digest: string
  readonly status: number
  readonly body: object
}

export interface NotificationItem {
  readonly additionalData: Readonly<Record<string, string>>
  readonly amount: Amount
  readonly eventCode: string
  readonly eventDate: string
  readonly merchantAccountCode: string
  readonly merchantReference: string
  readonly originalReference?: string
  readonly operations?: readonly string[]
  readonly paymentMethod: string
  readonly pspReference: string
  readonly reason: string
  readonly success: 'true' | 'false'
}
