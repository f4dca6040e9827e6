import { randomBytes, randomInt } from 'node:crypto'
import type { SandboxConfig } from '../config.ts'
import type { SandboxState } from '../state.ts'
import type { CardKey } from './card-key.ts'
import { readSource, type Source } from './cards.ts'
import type { ControlPanel } from './controls.ts'
import { invalid } from './errors.ts'
import { authorisation, modification } from './notifications.ts'
import type { NotificationItem, PaymentRecord } from './records.ts'
import { newReference } from './references.ts'
import { refusalByCode } from './refusals.ts'
import type { PaymentRequest } from './requests.ts'
import type { StoredCards } from './stored-cards.ts'
import type { Behaviour } from './test-cards.ts'

export interface Taken {
  readonly payment: PaymentRecord
  /** Whether the answer has to be delayed past the client's time-out. */
  readonly slow: boolean
}

export interface Payments {
  take(request: PaymentRequest): Promise<Taken>
  /** Finishes a payment that waits for its challenge; a repeat returns the finished payment. */
  complete(redirectResult: string): PaymentRecord
  /** Records the shopper's answer on the 3DS page; returns the URL to redirect to, or null for an unknown challenge. */
  answerChallenge(challengeId: string, approved: boolean): string | null
  findChallenge(challengeId: string): PaymentRecord | undefined
  /** Authorises pending payments that are due, and sets timers for the others. */
  resume(): void
  close(): void
}

interface Parts {
  readonly state: SandboxState
  readonly config: SandboxConfig
  readonly key: CardKey
  readonly controls: ControlPanel
  readonly storedCards: StoredCards
  readonly emit: (items: readonly NotificationItem[]) => void
}

/** Takes payments, decides their outcome and sends the webhooks, as an acquirer does. */
export function createPayments({ state, config, key, controls, storedCards, emit }: Parts): Payments {
  const timers = new Set<NodeJS.Timeout>()

  function decide(payment: PaymentRecord, behaviour: Behaviour): PaymentRecord {
    switch (behaviour.kind) {
      case 'approve':
      case 'slow':
      case 'refuse renewals':
        return authorised(payment)
      case 'refuse':
        return refused(payment, behaviour.refusal)
      case 'pending':
        return { ...payment, result: 'Received', settleAt: new Date(Date.now() + config.pendingMs).toISOString() }
      case 'challenge':
        return {
          ...payment,
          result: 'RedirectShopper',
          challenge: { id: randomBytes(16).toString('hex'), approved: null, redirectResult: null },
        }
      case 'invalid':
        throw invalid(behaviour.errorCode, behaviour.message)
    }
  }

  function authorised(payment: PaymentRecord): PaymentRecord {
    const captured = config.autoCapture ? payment.amount.value : 0
    return {
      ...payment,
      result: 'Authorised',
      captured,
      settleAt: null,
      token: payment.token ?? storedCards.keep(payment),
    }
  }

  function refused(payment: PaymentRecord, code: number): PaymentRecord {
    return { ...payment, result: refusalByCode(code)?.result ?? 'Refused', refusalCode: code, settleAt: null }
  }

  /** Stores a decided payment and sends the webhooks it calls for. */
  function file(payment: PaymentRecord): PaymentRecord {
    state.payments.put(payment)
    if (payment.result === 'RedirectShopper') return payment
    if (payment.settleAt !== null) {
      settleLater(payment)
      return payment
    }
    const items = [authorisation(payment, config.adyen.hmacKey)]
    if (payment.captured > 0) items.push(modification(payment, { eventCode: 'CAPTURE' }, config.adyen.hmacKey))
    emit(items)
    return payment
  }

  function settleLater(payment: PaymentRecord): void {
    const wait = Math.max(0, Date.parse(payment.settleAt ?? '') - Date.now())
    const timer = setTimeout(() => {
      timers.delete(timer)
      const now = state.payments.get(payment.id)
      if (now?.settleAt) file(authorised(now))
    }, wait)
    timers.add(timer.unref())
  }

  return {
    async take(request) {
      const source = await readSource(request, key, storedCards.find)
      const behaviour = controls.takeDecline() ?? source.behaviour
      const slow = controls.takeTimeout() || behaviour.kind === 'slow'
      return { payment: file(decide(draft(request, source), behaviour)), slow }
    },
    complete(redirectResult) {
      const payment = state.payments.newest().find(({ challenge }) => challenge?.redirectResult === redirectResult)
      if (!payment?.challenge || redirectResult === '') throw invalid('14_018', 'Invalid redirectResult')
      if (payment.result !== 'RedirectShopper') return payment
      return file(payment.challenge.approved ? authorised(payment) : refused(payment, 11))
    },
    answerChallenge(challengeId, approved) {
      const payment = this.findChallenge(challengeId)
      if (!payment?.challenge) return null
      // Only the first answer counts: going back in the browser and pressing the other button changes nothing.
      const redirectResult = payment.challenge.redirectResult ?? randomBytes(32).toString('base64url')
      if (payment.challenge.redirectResult === null) {
        state.payments.put({ ...payment, challenge: { id: challengeId, approved, redirectResult } })
      }
      const url = new URL(payment.returnUrl)
      url.searchParams.set('redirectResult', redirectResult)
      return url.href
    },
    findChallenge: (challengeId) => state.payments.newest().find(({ challenge }) => challenge?.id === challengeId),
    resume() {
      for (const payment of state.payments.all()) if (payment.settleAt !== null) settleLater(payment)
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

function draft(request: PaymentRequest, { card, token }: Source): PaymentRecord {
  return {
    id: newReference(),
    createdAt: new Date().toISOString(),
    merchantAccount: request.merchantAccount,
    reference: request.reference,
    amount: { value: request.amount.value, currency: request.amount.currency },
    result: 'Refused',
    refusalCode: null,
    captured: 0,
    refunded: 0,
    cancelled: false,
    disputed: false,
    card,
    holderName: request.paymentMethod.holderName ?? null,
    shopperReference: request.shopperReference ?? null,
    shopperInteraction: request.shopperInteraction ?? 'Ecommerce',
    recurringProcessingModel: request.recurringProcessingModel ?? null,
    store: request.storePaymentMethod === true,
    token: token ? { id: token.id, operation: null } : null,
    authCode: String(randomInt(1_000_000)).padStart(6, '0'),
    returnUrl: request.returnUrl,
    challenge: null,
    settleAt: null,
  }
}
