import type { Collection } from '../collection.ts'
import type { HostedCustomer, HostedPayment, HostedRefund, StoredMethod } from './records.ts'

/** The rules in which the providers differ. */
export interface HostedRules {
  /** Creates an id in the provider's format. */
  newId(of: 'payment' | 'page' | 'customer' | 'stored' | 'refund' | 'dispute'): string
  /** Whether a decline or leaving the page ends the payment; otherwise the page stays open. */
  readonly endsOnRefusal: boolean
  /** Whether the customer only approves on the page, and the merchant takes the money by `capture`. */
  readonly approvesFirst?: boolean
  /** Whether refunds complete immediately; otherwise they take `pendingMs`. */
  readonly refundsImmediately: boolean
  readonly pendingMs: number
  /** How long the page accepts a payment, in milliseconds. */
  readonly pageOpenMs: number
  /** Called after every change for which the provider posts a webhook. */
  changed(payment: HostedPayment, what: HostedChange): void
}

export type HostedChange =
  | { readonly of: 'payment' }
  /** The method was stored after the payment. */
  | { readonly of: 'stored' }
  | { readonly of: 'refund'; readonly refund: HostedRefund }
  | { readonly of: 'dispute' }

export interface HostedState {
  readonly payments: Collection<HostedPayment>
  readonly stored: Collection<StoredMethod>
  readonly customers: Collection<HostedCustomer>
}

export type NewPayment = Pick<
  HostedPayment,
  | 'amount'
  | 'currency'
  | 'description'
  | 'metadata'
  | 'locale'
  | 'returnUrl'
  | 'cancelUrl'
  | 'webhookUrl'
  | 'customerId'
  | 'keep'
>

/** What the customer did on the page. */
export interface Decision {
  readonly choice: 'pay' | 'wait' | 'decline' | 'leave'
  /** The provider's code for the decline. */
  readonly failure: string | null
  /** The provider's code for the decline of later charges of the stored method; null if they succeed. */
  readonly laterFailure: string | null
  /** The method is stored only `pendingMs` after the capture; for providers with a capture. */
  readonly storesLater?: boolean
}

export type HostedPayments = ReturnType<typeof createHostedPayments>

const testCard = { brand: 'visa', last4: '4242' }

/** Payments on a page of the provider, from opening to refund and dispute. */
export function createHostedPayments(state: HostedState, rules: HostedRules) {
  const timers = new Set<NodeJS.Timeout>()
  const now = () => new Date().toISOString()
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

  function later(at: string, work: () => void): void {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        work()
      },
      Math.max(0, Date.parse(at) - Date.now()),
    )
    timers.add(timer.unref())
  }

  function put(payment: HostedPayment, what: HostedChange): HostedPayment {
    const changed = state.payments.put({ ...payment, changedAt: now() })
    rules.changed(changed, what)
    return changed
  }

  const draft = (wish: NewPayment): HostedPayment => ({
    ...wish,
    id: rules.newId('payment'),
    pageId: null,
    pageMetadata: {},
    createdAt: now(),
    changedAt: now(),
    expiresAt: inMs(rules.pageOpenMs),
    status: 'open',
    failure: null,
    by: 'page',
    card: null,
    storedId: null,
    approval: null,
    settleAt: null,
    refunds: [],
    dispute: null,
  })

  function paid(payment: HostedPayment, laterFailure: string | null = null): HostedPayment {
    const { customerId } = payment
    const storedId =
      payment.storedId ??
      (payment.keep && customerId !== null
        ? state.stored.put({
            id: rules.newId('stored'),
            customerId,
            createdAt: now(),
            card: payment.card ?? testCard,
            failure: laterFailure,
            revokedAt: null,
          }).id
        : null)
    return { ...payment, status: 'paid', failure: null, settleAt: null, storedId }
  }

  /** Takes the money at once, and stores the method later. */
  function payBeforeStoring(payment: HostedPayment): HostedPayment {
    const settleAt = inMs(rules.pendingMs)
    const taken = put({ ...payment, status: 'paid', failure: null, card: testCard, settleAt }, { of: 'payment' })
    settle(taken)
    return taken
  }
  function storesUp(id: string): void {
    const current = state.payments.get(id)
    if (current?.status === 'paid' && current.settleAt !== null)
      put(paid(current, current.approval?.laterFailure ?? null), { of: 'stored' })
  }

  function wait(payment: HostedPayment): HostedPayment {
    const waiting = { ...payment, status: 'pending', card: testCard, settleAt: inMs(rules.pendingMs) } as const
    const pending = put(waiting, { of: 'payment' })
    settle(pending)
    return pending
  }

  function settle(payment: HostedPayment): void {
    if (payment.settleAt === null) return
    later(payment.settleAt, () => {
      paysUp(payment.id)
      storesUp(payment.id)
    })
  }
  function paysUp(id: string): void {
    const current = state.payments.get(id)
    if (current?.status === 'pending') put(paid(current, current.approval?.laterFailure ?? null), { of: 'payment' })
  }

  function settleRefund({ id }: HostedPayment, refund: HostedRefund): void {
    if (refund.settleAt !== null) later(refund.settleAt, () => paysBack(id, refund.id))
  }
  function paysBack(id: string, refundId: string): void {
    const current = state.payments.get(id)
    const refund = current?.refunds.find((one) => one.id === refundId)
    if (!current || refund?.status !== 'pending') return
    const done = { ...refund, status: 'refunded', settleAt: null } as const
    put(withRefund(current, done), { of: 'refund', refund: done })
  }

  /** As at Stripe's test environment: evidence with the words `losing_evidence` loses, any other wins. */
  function settleDispute({ id, dispute }: HostedPayment): void {
    if (dispute?.state === 'review' && dispute.settleAt !== undefined) later(dispute.settleAt, () => decideDispute(id))
  }
  function decideDispute(id: string): void {
    const payment = state.payments.get(id)
    if (payment?.dispute?.state !== 'review') return
    const as = payment.dispute.evidence?.includes('losing_evidence') ? 'lost' : 'won'
    put({ ...payment, dispute: { ...payment.dispute, state: as, closedAt: now() } }, { of: 'dispute' })
  }

  const stored = (id: string | null, customerId: string | null): StoredMethod | undefined => {
    const method = id === null ? undefined : state.stored.get(id)
    return method?.revokedAt === null && method.customerId === customerId ? method : undefined
  }
  const customer = (id: string): HostedCustomer | undefined => {
    const found = state.customers.get(id)
    return found?.removedAt === null ? found : undefined
  }

  return {
    /** Opens a payment; no webhook is posted for this. */
    open(wish: NewPayment, page: Partial<Pick<HostedPayment, 'pageId' | 'pageMetadata'>> = {}): HostedPayment {
      return state.payments.put({ ...draft(wish), ...page })
    },
    find: (id: string) => state.payments.get(id),
    findPage: (pageId: string) => state.payments.newest().find((payment) => payment.pageId === pageId),

    /** @returns the URL to redirect the browser to; null when it stays on the page */
    decide(id: string, { choice, failure, laterFailure, storesLater = false }: Decision): string | null {
      const payment = state.payments.get(id)
      if (!payment) return null
      if (payment.status !== 'open' && payment.status !== 'authenticating') return payment.returnUrl
      if (rules.approvesFirst && choice !== 'leave') {
        const approval = { choice, failure, laterFailure, storesLater }
        put({ ...payment, status: 'approved', failure: null, approval }, { of: 'payment' })
        return payment.returnUrl
      }
      switch (choice) {
        case 'pay':
          put(paid({ ...payment, card: payment.card ?? testCard }, laterFailure), { of: 'payment' })
          return payment.returnUrl
        case 'wait':
          wait(payment)
          return payment.returnUrl
        case 'decline':
          if (rules.endsOnRefusal || payment.status === 'authenticating') {
            put({ ...payment, status: 'failed', failure, card: payment.card ?? testCard }, { of: 'payment' })
            return payment.returnUrl
          }
          put({ ...payment, failure }, { of: 'payment' })
          return null
        case 'leave':
          if (rules.endsOnRefusal) put({ ...payment, status: 'cancelled' }, { of: 'payment' })
          return payment.cancelUrl ?? payment.returnUrl
      }
    },

    /**
     * Captures a payment that the customer approved. A decline reopens the page for another payment method.
     * @returns undefined when the payment was not approved
     */
    capture(id: string): HostedPayment | undefined {
      const payment = state.payments.get(id)
      if (payment?.status !== 'approved' || !payment.approval) return undefined
      const { choice, failure, laterFailure, storesLater } = payment.approval
      switch (choice) {
        case 'pay':
          if (storesLater) return payBeforeStoring(payment)
          return put(paid(payment, laterFailure), { of: 'payment' })
        case 'wait':
          return wait(payment)
        case 'decline':
          return state.payments.put({ ...payment, status: 'open', approval: null, failure })
      }
    },

    /** Closes an unpaid page. @returns false when it is too late */
    close(id: string, as: 'cancelled' | 'expired'): boolean {
      const payment = state.payments.get(id)
      if (payment?.status !== 'open') return false
      put({ ...payment, status: as }, { of: 'payment' })
      return true
    },

    /** Charges a stored method. @returns undefined when this customer has none */
    charge(
      wish: NewPayment,
      methodId: string,
      by: 'merchant' | 'customer',
      authentication: string,
      page: Partial<Pick<HostedPayment, 'pageId'>> = {},
    ): HostedPayment | undefined {
      const method = stored(methodId, wish.customerId)
      if (!method) return undefined
      const payment = { ...draft(wish), ...page, by, card: method.card, storedId: method.id }
      // The bank requires authentication: a page if the customer is present, a decline if not.
      if (by === 'customer' && method.failure === authentication)
        return state.payments.put({ ...payment, status: 'authenticating' })
      return method.failure === null
        ? put(paid(payment), { of: 'payment' })
        : put({ ...payment, status: 'failed', failure: method.failure }, { of: 'payment' })
    },

    /** @returns null when less than `amount` is left to refund */
    refund(id: string, amount: number, metadata: Readonly<Record<string, string>>): HostedRefund | null {
      const payment = state.payments.get(id)
      if (payment?.status !== 'paid' || amount <= 0 || amount > payment.amount - refundedOf(payment)) return null
      const refund: HostedRefund = {
        id: rules.newId('refund'),
        createdAt: now(),
        amount,
        metadata,
        status: rules.refundsImmediately ? 'refunded' : 'pending',
        settleAt: rules.refundsImmediately ? null : inMs(rules.pendingMs),
      }
      settleRefund(put(withRefund(payment, refund), { of: 'refund', refund }), refund)
      return refund
    },

    dispute(id: string): HostedPayment | null {
      const payment = state.payments.get(id)
      if (payment?.status !== 'paid' || payment.dispute) return null
      const dispute = { id: rules.newId('dispute'), createdAt: now(), state: 'open', closedAt: null } as const
      return put({ ...payment, dispute }, { of: 'dispute' })
    },
    closeDispute(id: string, as: 'won' | 'lost'): HostedPayment | null {
      const payment = state.payments.get(id)
      if (payment?.dispute?.state !== 'open' && payment?.dispute?.state !== 'review') return null
      return put({ ...payment, dispute: { ...payment.dispute, state: as, closedAt: now() } }, { of: 'dispute' })
    },
    findDispute: (disputeId: string) => state.payments.newest().find(({ dispute }) => dispute?.id === disputeId),
    /**
     * The merchant's side: evidence, which the bank looks at for `pendingMs`, or none.
     * @returns null when it is not open
     */
    answerDispute(id: string, evidence: string | null): HostedPayment | null {
      const payment = state.payments.get(id)
      if (payment?.dispute?.state !== 'open') return null
      const { dispute } = payment
      if (evidence === null)
        return put(
          { ...payment, dispute: { ...dispute, state: 'lost', accepted: true, closedAt: now() } },
          { of: 'dispute' },
        )
      const answered = { ...dispute, state: 'review', evidence, settleAt: inMs(rules.pendingMs) } as const
      const waiting = put({ ...payment, dispute: answered }, { of: 'dispute' })
      settleDispute(waiting)
      return waiting
    },
    /** A paid payment that is contested from the beginning. */
    openContested(wish: NewPayment, ids: { readonly payment: string; readonly dispute: string }): HostedPayment {
      return state.payments.put({
        ...draft(wish),
        id: ids.payment,
        status: 'paid',
        card: testCard,
        dispute: { id: ids.dispute, createdAt: now(), state: 'open', closedAt: null },
      })
    },

    addCustomer(metadata: Readonly<Record<string, string>>): HostedCustomer {
      return state.customers.put({ id: rules.newId('customer'), createdAt: now(), metadata, removedAt: null })
    },
    customer,
    /** Removes the customer and the methods stored for them. */
    removeCustomer(id: string): boolean {
      const found = customer(id)
      if (!found) return false
      state.customers.put({ ...found, removedAt: now() })
      for (const method of state.stored.all())
        if (method.customerId === id && method.revokedAt === null) state.stored.put({ ...method, revokedAt: now() })
      return true
    },
    stored,
    revoke(id: string): boolean {
      const method = state.stored.get(id)
      if (!method || method.revokedAt !== null) return false
      state.stored.put({ ...method, revokedAt: now() })
      return true
    },

    /** Completes a pending payment, the storing of its method and its pending refunds now. */
    settleNow(id: string): void {
      paysUp(id)
      storesUp(id)
      for (const refund of state.payments.get(id)?.refunds ?? []) paysBack(id, refund.id)
    },

    /** Declines a pending payment. */
    refuseNow(id: string, failure: string): void {
      const current = state.payments.get(id)
      if (current?.status === 'pending')
        put({ ...current, status: 'failed', failure, settleAt: null }, { of: 'payment' })
    },

    /** Continues with the payments and refunds that a previous run left pending. */
    resume() {
      for (const payment of state.payments.all()) {
        settle(payment)
        for (const refund of payment.refunds) settleRefund(payment, refund)
        settleDispute(payment)
      }
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

export const refundedOf = (payment: HostedPayment): number =>
  payment.refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)

const withRefund = (payment: HostedPayment, refund: HostedRefund): HostedPayment => ({
  ...payment,
  refunds: [...payment.refunds.filter(({ id }) => id !== refund.id), refund],
})
