/** What the stand-ins with a payment page of their own keep, whichever wire they speak. */

/**
 * `approved`: the customer agreed on the page, and the merchant has yet to capture the money, where the provider works
 * that way.
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

/** What comes of taking the money that the customer approved, as they chose on the page. */
export interface HostedApproval {
  readonly choice: 'pay' | 'wait' | 'decline'
  readonly failure: string | null
  readonly laterFailure: string | null
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
  /** When a pending one goes through, ISO 8601. */
  readonly settleAt: string | null
}

export interface HostedDispute {
  readonly id: string
  readonly createdAt: string
  readonly state: 'open' | 'won' | 'lost'
  readonly closedAt: string | null
}

export interface HostedPayment {
  readonly id: string
  /** The page's own id, where it has one beside the payment's. */
  readonly pageId: string | null
  readonly createdAt: string
  readonly expiresAt: string
  readonly changedAt: string
  /** Minor units. */
  readonly amount: number
  /** ISO 4217, capitals. */
  readonly currency: string
  readonly description: string
  readonly metadata: Readonly<Record<string, string>>
  /** The page's own, where it has some beside the payment's. */
  readonly pageMetadata: Readonly<Record<string, string>>
  readonly locale: string | null
  readonly status: HostedStatus
  /** Why it failed, in the provider's word; also the last decline of a page that is still open. */
  readonly failure: string | null
  /** `page`: the customer pays on the page; `merchant`: charged without them; `customer`: by a stored method while they are there. */
  readonly by: 'page' | 'merchant' | 'customer'
  readonly returnUrl: string | null
  readonly cancelUrl: string | null
  /** Webhook URL given by the merchant; the sandbox posts to the same path of `APP_URL`. */
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
  /** Null pays; otherwise every later charge fails with it. */
  readonly failure: string | null
  readonly revokedAt: string | null
}

export interface HostedCustomer {
  readonly id: string
  readonly createdAt: string
  readonly metadata: Readonly<Record<string, string>>
  readonly removedAt: string | null
}
