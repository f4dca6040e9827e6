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

/** What the money is taken from. A provider is only asked for the methods that it declares. */
export type PaymentSource =
  | { readonly method: 'card'; readonly card: EncryptedCard; readonly store: boolean }
  /** A method that the provider stored with an earlier payment. */
  | { readonly method: 'stored'; readonly token: string; readonly initiator: 'member' | 'merchant' }
  /** A wallet on the device: what it handed to the page, encrypted to the provider. */
  | { readonly method: 'wallet'; readonly wallet: string; readonly payload: string; readonly store: boolean }
  /** The provider's own page, on which the member chooses and approves. */
  | { readonly method: 'hosted'; readonly store: boolean }
export type PaymentMethod = PaymentSource['method']

/** What a provider can do. Decisions about a provider depend on this, never on its name. */
export interface Capabilities {
  readonly methods: readonly PaymentMethod[]
  /** Names of the wallets that it charges, for the method `wallet`. */
  readonly wallets?: readonly string[]
  /** On its page the member approves a transfer from their bank. */
  readonly transfer?: true
  /** Charges without the member present, on a stored method. */
  readonly renewals: boolean
  /** An authorisation of zero, which checks a card without taking money. */
  readonly zeroAmountCheck: boolean
  /** Without it only the whole amount can be refunded. */
  readonly partialRefund: boolean
  /** A refund may be asked for again under its key when the answer was lost; without it that waits for the provider's word or a person. */
  readonly repeatableRefund: boolean
  readonly disputes: boolean
  /** ISO 4217 codes, or any. */
  readonly currencies: readonly string[] | 'any'
  /** ISO 3166-1 alpha-2 codes of the member's country, or any. */
  readonly countries: readonly string[] | 'any'
  /** Names of what its page brings back to the return page and `complete` reads; anything else in the address is noise. */
  readonly returnParams: readonly string[]
  /**
   * `asked`: the provider itself is asked whether what is posted is its own. `hint`: what is posted is not signed, and only says which
   * payment to ask about.
   */
  readonly webhooks: 'signed' | 'asked' | 'hint'
  /**
   * Milliseconds after a charge within which `resolve` is safe: as long as the provider keeps idempotency keys. `Infinity` where it
   * looks payments up by our reference and never repeats the charge.
   */
  readonly keyLifetimeMs: number
}

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
  /** Where this connection's webhooks are taken, for providers that are given the address with each payment. */
  readonly webhookUrl: string
  readonly origin: string
  readonly browser: BrowserInfo | null
  readonly descriptor: string
}

/** What a provider reports of one payment, in our words. `unknown` = we do not know (time-out, 5xx): ask again, never charge again. */
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
  /** `approved`: the member agreed on the provider's page, and the money is there for `lookUp` to take. */
  readonly kind: 'payment' | 'approved' | 'refund' | 'dispute' | 'other'
  readonly state: ProviderState
  /** The provider's own reference of the refund, for kind `refund`: one refund may be reported under several event ids. */
  readonly refundRef: string | null
  readonly occurredAt: string
}

/** A webhook that only says that there may be news of this payment, signed or not. */
export interface WebhookHint {
  readonly kind: 'hint'
  readonly providerRef: string
}

/** Whatever the member's browser brought back from the provider's page: the names and values of its query or form. */
export type ReturnParams = Readonly<Record<string, string>>

export interface PaymentProvider {
  /** As it stands in flows, addresses and rows, in lower case. */
  readonly name: string
  /** As members know it, the same in every language. */
  readonly label: string
  readonly capabilities: Capabilities
  /** The key that card fields are encrypted to; for providers that take `card`. */
  cardKey?(): Promise<{ readonly publicKey: string }>
  charge(request: ChargeRequest): Promise<ProviderState>
  /** Completes an action with what the return page brought. */
  complete(input: {
    readonly reference: string
    readonly providerRef: string | null
    readonly params: ReturnParams
    readonly idempotencyKey: string
  }): Promise<ProviderState>
  /** Asks again about a charge whose answer was lost, within `keyLifetimeMs`; never creates a second charge. */
  resolve(request: ChargeRequest): Promise<ProviderState>
  /**
   * What came of a payment as it stands, for providers on whose page the member can pay without coming back to us. Where they only approve
   * there, it takes what they approved: it is for open attempts only. `unknown` while they do not answer; never throws.
   */
  lookUp?(payment: { readonly providerRef: string; readonly reference: string }): Promise<ProviderState>
  /** Closes a payment that nobody has paid yet; with `lookUp`. Answers how it stands afterwards: it may have been paid meanwhile. */
  cancel?(payment: { readonly providerRef: string; readonly reference: string }): Promise<ProviderState>
  /** Resolves when the provider takes payments now; rejects when it does not answer or does not take our credentials. */
  ping(): Promise<void>
  /** Everything there is to know of a payment, for providers whose webhooks are hints. Throws while it is not known. */
  fetchEvents?(providerRef: string): Promise<readonly ProviderEvent[]>
  refund(input: {
    readonly providerRef: string
    readonly reference: string
    readonly amount: Money
    readonly idempotencyKey: string
  }): Promise<{ readonly accepted: boolean; readonly providerRef: string | null }>
  /** Deletes a stored method; one that the provider does not have (any more) is no error. Throws while that is not certain. */
  detachCard(card: { readonly token: string; readonly shopper: string }): Promise<void>
  /** Verifies and reads a webhook's raw body; rejects with WebhookRefused when it is not authentic. */
  readWebhook(input: {
    readonly raw: Buffer
    readonly headers: Readonly<Record<string, string | undefined>>
  }): Promise<readonly (ProviderEvent | WebhookHint)[]>
}

export class WebhookRefused extends Error {}

/** The provider said that it did nothing: what was asked may be asked again, even where it is not `repeatableRefund`. */
export class NotDone extends Error {}
