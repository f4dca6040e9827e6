/**
 * The port between the payments module and one outside payment provider.
 * Amounts are integer minor units with an ISO 4217 currency.
 */

import type { PageMethod } from '@incontro/contract'

export type { PageMethod } from '@incontro/contract'

/** Reasons for which a payment fails: the catalogue of section 8. */
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

/** For providers that send amounts as decimals, or count them in other units than ISO 4217. */
export { decimal, isAmountOf, minorOf } from '@incontro/contract'

export interface Money {
  readonly minor: number
  readonly currency: string
}

/** Card fields encrypted in the browser with the processor's key; the server never sees them in clear. */
export interface EncryptedCard {
  readonly encryptedCardNumber: string
  readonly encryptedExpiryMonth: string
  readonly encryptedExpiryYear: string
  readonly encryptedSecurityCode: string
  readonly holderName: string
}

/** The payment method of a charge. A provider is only sent methods it declares. */
export type PaymentSource =
  | { readonly method: 'card'; readonly card: EncryptedCard; readonly store: boolean }
  /** A method stored by the provider with an earlier payment. */
  | { readonly method: 'stored'; readonly token: string; readonly initiator: 'member' | 'merchant' }
  /** A wallet on the device: its payload, encrypted to the provider. */
  | { readonly method: 'wallet'; readonly wallet: string; readonly payload: string; readonly store: boolean }
  /** The provider's own page, where the member chooses and approves. */
  | { readonly method: 'hosted'; readonly store: boolean }
export type PaymentMethod = PaymentSource['method']

/** What a provider supports. Decisions about a provider depend on this, never on its name. */
export interface Capabilities {
  readonly methods: readonly PaymentMethod[]
  /** Names of the wallets it charges, for the method `wallet`. */
  readonly wallets?: readonly string[]
  /**
   * What the member can pay with on its page: an account with the provider, called by its label, or the methods that the
   * operator has activated there. Orders paid from an account grant a plan's `crediti_promo`.
   */
  readonly page?: 'account' | readonly PageMethod[]
  /** Those of the page's methods that can pay for renewals; all of them if it says none. */
  readonly pageRenewals?: readonly PageMethod[]
  /** Charges without the member present, on a stored method. */
  readonly renewals: boolean
  /** A zero authorisation, which checks a card without taking money. */
  readonly zeroAmountCheck: boolean
  /** False if only whole amounts can be refunded. */
  readonly partialRefund: boolean
  /**
   * True if a refund may be repeated under its key after a lost response; otherwise it waits for a webhook or a person.
   */
  readonly repeatableRefund: boolean
  /** `cancel` closes nothing at the provider, so that an order cancelled by it may be paid all the same. */
  readonly paysAfterCancel?: true
  readonly disputes: boolean
  /** Its reports name the card by the same fingerprint for every customer: declines can be counted by card. */
  readonly cardFingerprint?: true
  /** ISO 4217 codes, or any. */
  readonly currencies: readonly string[] | 'any'
  /** ISO 3166-1 alpha-2 codes of the member's country, or any. */
  readonly countries: readonly string[] | 'any'
  /** Names of the parameters its page sends back for `complete`; all others are ignored. */
  readonly returnParams: readonly string[]
  /** `asked`: authenticated by a call to the provider. `hint`: unsigned, and only names the payment to look up. */
  readonly webhooks: 'signed' | 'asked' | 'hint'
  /**
   * Milliseconds after a charge within which `resolve` is safe, since the provider keeps idempotency keys. `Infinity`
   * if it looks payments up by our reference and never repeats the charge.
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
  /** URL of this connection's webhooks, for providers that take it with each payment. */
  readonly webhookUrl: string
  readonly origin: string
  readonly browser: BrowserInfo | null
  readonly descriptor: string
}

/**
 * A provider's report about a payment, in our terms. `unknown` means that the outcome is not known (time-out, 5xx): ask
 * again, never charge again.
 */
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
    /** Our reference of the member; null if not reported. */
    readonly shopper: string | null
    /** The card's last month; where the provider says it. */
    readonly expiry?: { readonly month: number; readonly year: number }
  } | null
  /** What of the payment was refunded so far; where a look-up says it. */
  readonly refunded?: Money
  /** What the provider keeps of the payment; where a look-up says it. */
  readonly fee?: Money
  /** The same for every payment with this card, of a provider with `cardFingerprint`. */
  readonly cardFingerprint?: string | null
}

/** Why a payer contests a payment. */
export type DisputeReason =
  | 'fraud'
  | 'unrecognised'
  | 'not_received'
  | 'not_as_described'
  | 'cancelled'
  | 'duplicate'
  | 'amount'
  | 'credit_missing'
  | 'other'

/** What a provider says of a dispute. */
export interface DisputeFacts {
  /** Its own id, with which the dispute is answered. */
  readonly ref: string | null
  readonly reason: DisputeReason | null
  /** Until when our side counts. */
  readonly dueAt: string | null
  /** Whether it waits for our side. */
  readonly awaitsUs: boolean
}

export interface ProviderEvent {
  /** Unique per connection. */
  readonly eventId: string
  /** `approved`: the member agreed on the provider's page, and `lookUp` can capture the money. */
  readonly kind: 'payment' | 'approved' | 'refund' | 'dispute' | 'other'
  readonly state: ProviderState
  /** The provider's reference of the refund, for kind `refund`: one refund may be reported under several event ids. */
  readonly refundRef: string | null
  readonly occurredAt: string
  /** For kind `dispute`, where the event describes it. */
  readonly dispute?: DisputeFacts
}

/** How a provider takes our side of a dispute by its API. */
export interface DisputeAnswers {
  /** Of the text of evidence. */
  readonly mostCharacters: number
  /** Sends our side once. Throws while the outcome is unknown: repeat it with `repeated`. */
  send(answer: {
    readonly disputeRef: string
    /** Null accepts the loss. */
    readonly evidence: string | null
    readonly idempotencyKey: string
    /** An earlier request may have arrived: that is looked up first. */
    readonly repeated: boolean
  }): Promise<DisputeReply>
}

/** `why` is in the provider's words. */
export type DisputeReply = { readonly taken: true } | { readonly taken: false; readonly why: string }

/** A webhook that only announces a change of this payment, signed or not. */
export interface WebhookHint {
  readonly kind: 'hint'
  readonly providerRef: string
}

/** The parameters of the return page, from its query or form. */
export type ReturnParams = Readonly<Record<string, string>>

export interface PaymentProvider {
  /** As in flows, URLs and rows, lower-cased. */
  readonly name: string
  /** As members know it, the same in every language. */
  readonly label: string
  /** A drawing of its name, as SVG; of a provider whose account members pay with. */
  readonly mark?: string
  readonly capabilities: Capabilities
  /** The key with which card fields are encrypted; for providers that support `card`. */
  cardKey?(): Promise<{ readonly publicKey: string }>
  charge(request: ChargeRequest): Promise<ProviderState>
  /** Completes an action with the return page's parameters. */
  complete(input: {
    readonly reference: string
    readonly providerRef: string | null
    readonly params: ReturnParams
    readonly idempotencyKey: string
  }): Promise<ProviderState>
  /** Asks again for the outcome of a charge, within `keyLifetimeMs`; never creates a second charge. */
  resolve(request: ChargeRequest): Promise<ProviderState>
  /**
   * The current state of a payment, for providers whose page can be paid without returning to us. If the page only
   * approves, it captures what was approved: call it for open attempts only. Returns `unknown` while they do not
   * answer; never throws.
   */
  lookUp?(payment: { readonly providerRef: string; readonly reference: string }): Promise<ProviderState>
  /**
   * Closes an unpaid payment; goes with `lookUp`. Returns the state afterwards, since it may have been paid meanwhile.
   */
  cancel?(payment: { readonly providerRef: string; readonly reference: string }): Promise<ProviderState>
  /** Resolves when the provider takes payments; rejects when it does not answer or refuses our credentials. */
  ping(): Promise<void>
  /** All events of a payment, for providers whose webhooks are hints. Throws while they are unavailable. */
  fetchEvents?(providerRef: string): Promise<readonly ProviderEvent[]>
  refund(input: {
    readonly providerRef: string
    readonly reference: string
    readonly amount: Money
    readonly idempotencyKey: string
  }): Promise<{ readonly accepted: boolean; readonly providerRef: string | null }>
  /** Without it, our side of a dispute is given in the provider's own console. */
  readonly disputeAnswers?: DisputeAnswers
  /** Where that console shows disputes. */
  readonly disputesPage?: string
  /** Deletes a stored method. Idempotent. Throws while the result is uncertain. */
  detachCard(card: { readonly token: string; readonly shopper: string }): Promise<void>
  /** Verifies and parses a webhook's raw body; rejects with WebhookRefused when it is not authentic. */
  readWebhook(input: {
    readonly raw: Buffer
    readonly headers: Readonly<Record<string, string | undefined>>
  }): Promise<readonly (ProviderEvent | WebhookHint)[]>
}

export class WebhookRefused extends Error {}

/** The provider did nothing: the request may be repeated, even without `repeatableRefund`. */
export class NotDone extends Error {}
