/**
 * The port between the payments module and one outside payment provider.
 * Amounts are integer minor units with an ISO 4217 currency.
 */

/** The catalogue of section 8: the reason given when a payment does not go through. */
export type PaymentCode =
  | 'invalid_cvc'
  | 'insufficient_funds'
  | 'lost_or_stolen'
  | 'invalid_expiry_month'
  | 'invalid_expiry_year'
  | 'expired_card'
  | 'card_already_declined'
  | 'change_method'
  | 'processing_error'
  | 'card_declined'
  | 'warning'
  | 'invalid_number'
  | 'blacklisted'
  | 'retry'
  | 'authentication_required'
  | 'generic'

export interface Money {
  readonly minor: number
  readonly currency: string
}

/** Card fields encrypted in the browser to the processor's key; the server never sees them in clear. */
export interface EncryptedCard {
  readonly encryptedCardNumber: string
  readonly encryptedExpiryMonth: string
  readonly encryptedExpiryYear: string
  readonly encryptedSecurityCode: string
  readonly holderName: string
}

export type PaymentSource =
  | { readonly kind: 'card'; readonly card: EncryptedCard; readonly store: boolean }
  | { readonly kind: 'token'; readonly token: string; readonly initiator: 'member' | 'merchant' }

export interface BrowserInfo {
  userAgent: string
  acceptHeader: string
  language: string
  screenHeight: number
  screenWidth: number
  colorDepth: number
  timeZoneOffset: number
  javaEnabled: boolean
  javaScriptEnabled: boolean
}

export interface ChargeRequest {
  /** Our order reference. */
  readonly reference: string
  readonly idempotencyKey: string
  readonly amount: Money
  readonly source: PaymentSource
  readonly shopper: {
    readonly reference: string
    readonly email: string
    readonly locale: string
    readonly ip: string | null
    readonly country: string
  }
  readonly returnUrl: string
  readonly origin: string
  readonly browser: BrowserInfo | null
  readonly descriptor: string
}

/** What a provider says of one payment, in our words. `unknown` = we do not know (time-out, 5xx): ask again, never charge again. */
export interface ProviderState {
  readonly state:
    | 'requires_action'
    | 'processing'
    | 'authorised'
    | 'captured'
    | 'declined'
    | 'cancelled'
    | 'expired'
    | 'failed'
    | 'unknown'
  readonly providerRef: string | null
  readonly amount: Money | null
  readonly reference: string | null
  readonly code: PaymentCode | null
  readonly action: {
    readonly type: 'redirect'
    readonly url: string
    readonly method: 'GET' | 'POST'
    readonly data: Readonly<Record<string, string>>
  } | null
  readonly token: {
    readonly id: string
    readonly brand: string | null
    readonly last4: string | null
    /** Whose it is, in our words to the provider; null where it is not said. */
    readonly shopper: string | null
  } | null
}

export interface ProviderEvent {
  /** Unique per connection. */
  readonly eventId: string
  readonly kind: 'payment' | 'refund' | 'dispute' | 'other'
  readonly state: ProviderState
  readonly occurredAt: string
}

export interface PaymentProvider {
  readonly key: string
  cardKey(): Promise<{ readonly publicKey: string }>
  charge(request: ChargeRequest): Promise<ProviderState>
  /** Completes an action with what the return page brought. */
  complete(input: { readonly redirectResult: string; readonly idempotencyKey: string }): Promise<ProviderState>
  /** Asks again about a charge whose answer was lost; never creates a second charge. */
  resolve(request: ChargeRequest): Promise<ProviderState>
  refund(input: {
    readonly providerRef: string
    readonly reference: string
    readonly amount: Money
    readonly idempotencyKey: string
  }): Promise<{ readonly accepted: boolean; readonly providerRef: string | null }>
  /** Has the provider delete a stored card; one that it does not have (any more) is no error. Throws while that is not certain. */
  detachCard(card: { readonly token: string; readonly shopper: string }): Promise<void>
  /** Verifies and reads a webhook's raw body; throws WebhookRefused when it is not authentic. */
  readWebhook(input: {
    readonly raw: Buffer
    readonly headers: Readonly<Record<string, string | undefined>>
  }): readonly ProviderEvent[]
}

export class WebhookRefused extends Error {}
