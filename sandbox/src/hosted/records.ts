/** The records of all stand-ins that have a payment page, independent of their wire formats. */

/**
 * `approved`: the customer agreed on the page, and the merchant has not captured the money yet. Only providers with a
 * separate capture use it.
 */
export type HostedStatus =
  | 'open'
  | 'approved'
  | 'pending'
  | 'authenticating'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'expired'

/** The outcome of the capture, as the customer chose it on the page. */
export interface HostedApproval {
  readonly choice: 'pay' | 'wait' | 'decline'
  readonly failure: string | null
  readonly laterFailure: string | null
  /** The method is stored only some time after the payment. */
  readonly storesLater?: boolean
}

export interface HostedCard {
  /** `visa`, `mastercard`. */
  readonly brand: string
  readonly last4: string
}

export interface HostedRefund {
  readonly id: string
  readonly createdAt: string
  /** Minor units. */
  readonly amount: number
  readonly metadata: Readonly<Record<string, string>>
  readonly status: 'pending' | 'refunded' | 'failed'
  /** When a pending refund completes, ISO 8601. */
  readonly settleAt: string | null
}

export interface HostedDispute {
  readonly id: string
  readonly createdAt: string
  /** `review`: the merchant has answered, and the bank decides. */
  readonly state: 'open' | 'review' | 'won' | 'lost'
  readonly closedAt: string | null
  /** The merchant's evidence. */
  readonly evidence?: string
  /** When the bank decides, ISO 8601. */
  readonly settleAt?: string
  /** The merchant has accepted the loss. */
  readonly accepted?: true
}

export interface HostedPayment {
  readonly id: string
  /** The page's id, at providers where it differs from the payment's. */
  readonly pageId: string | null
  readonly createdAt: string
  readonly expiresAt: string
  readonly changedAt: string
  /** Minor units. */
  readonly amount: number
  /** ISO 4217, upper case. */
  readonly currency: string
  readonly description: string
  readonly metadata: Readonly<Record<string, string>>
  /** The page's metadata, at providers that keep it apart from the payment's. */
  readonly pageMetadata: Readonly<Record<string, string>>
  readonly locale: string | null
  readonly status: HostedStatus
  /** The provider's code for the failure; also the last decline of a page that is still open. */
  readonly failure: string | null
  /**
   * `page`: the customer pays on the page; `merchant`: a stored method is charged in the customer's absence;
   * `customer`: a stored method is charged while they are present.
   */
  readonly by: 'page' | 'merchant' | 'customer'
  readonly returnUrl: string | null
  readonly cancelUrl: string | null
  /** The webhook URL given by the merchant; the sandbox posts to its path on `APP_URL`. */
  readonly webhookUrl: string | null
  readonly card: HostedCard | null
  readonly customerId: string | null
  /** The customer agreed to store the method. */
  readonly keep: boolean
  readonly storedId: string | null
  readonly approval: HostedApproval | null
  readonly settleAt: string | null
  readonly refunds: readonly HostedRefund[]
  readonly dispute: HostedDispute | null
}

/** A method stored for later charges: a mandate, a payment method. */
export interface StoredMethod {
  readonly id: string
  readonly customerId: string
  readonly createdAt: string
  readonly card: HostedCard
  /** The code with which every later charge fails; null if they succeed. */
  readonly failure: string | null
  readonly revokedAt: string | null
}

export interface HostedCustomer {
  readonly id: string
  readonly createdAt: string
  readonly metadata: Readonly<Record<string, string>>
  readonly removedAt: string | null
}
