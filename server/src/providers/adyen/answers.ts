import type { ProviderState } from '#modules/payments/port.ts'
import type { Reply } from '#providers/reply.ts'
import { toMoney } from './amounts.ts'
import { errorCode, refusalCode } from './codes.ts'
import { stateOf } from '#providers/state-of.ts'
import { cardOf, tokenOf } from './token.ts'
import { PaymentAnswer, ServiceError } from './wire.ts'

/** The idempotency key is in use, by a call in progress or with another body. Either may have acted. */
const KEY_IN_USE = '704'

/** True for a 4xx that does not mean that Adyen did nothing. */
export function isUndecided({ body }: Extract<Reply, { kind: 'refusal' }>): boolean {
  const error = ServiceError.safeParse(body)
  return !error.success || error.data.errorCode === KEY_IN_USE
}

/** Contract or detail not found: this shopper has no such stored card. */
const NO_SUCH_CARD = new Set(['800', '803'])

/** True when Adyen says that there is no such stored card. */
export function hasNoCard({ body }: Extract<Reply, { kind: 'refusal' }>): boolean {
  const error = ServiceError.safeParse(body)
  return error.success && NO_SUCH_CARD.has(error.data.errorCode)
}

/** Converts a reply to /payments or /payments/details. Never throws: an unreadable one is unknown. */
export function readPayment(reply: Reply): ProviderState {
  switch (reply.kind) {
    case 'lost':
      return stateOf('unknown')
    case 'refusal':
      return readRefusal(reply)
    case 'answer': {
      const answer = PaymentAnswer.safeParse(reply.body)
      return answer.success ? readAnswer(answer.data) : stateOf('unknown')
    }
  }
}

function readAnswer(answer: PaymentAnswer): ProviderState {
  const facts = {
    providerRef: answer.pspReference ?? null,
    reference: answer.merchantReference ?? answer.additionalData.merchantReference ?? null,
    amount: answer.amount ? toMoney(answer.amount) : null,
    ...cardOf(answer.additionalData),
  }
  const code = () => refusalCode(answer.refusalReasonCode, answer.refusalReason)
  switch (answer.resultCode) {
    case 'Authorised':
      return stateOf('authorised', { ...facts, token: tokenOf(answer.additionalData, answer.paymentMethod?.brand) })
    case 'Received':
    case 'Pending':
      return stateOf('processing', facts)
    case 'Refused':
      return stateOf('declined', { ...facts, code: code() })
    case 'Error':
      return stateOf('failed', { ...facts, code: answer.refusalReasonCode === '0' ? 'processing_error' : code() })
    case 'Cancelled':
      return stateOf('cancelled', { ...facts, code: code() })
    case 'RedirectShopper':
      return redirectState(answer, facts)
    default:
      // No other result belongs to the flows we use; the webhook will tell.
      return stateOf('unknown', facts)
  }
}

function redirectState({ action }: PaymentAnswer, facts: Partial<ProviderState>): ProviderState {
  if (action?.type !== 'redirect' || action.url === undefined) return stateOf('unknown', facts)
  const { url, method, data = {} } = action
  return stateOf('requires_action', {
    ...facts,
    action: { type: 'redirect', url, method: method === 'POST' ? 'POST' : 'GET', data },
  })
}

function readRefusal(reply: Extract<Reply, { kind: 'refusal' }>): ProviderState {
  if (isUndecided(reply)) return stateOf('unknown')
  const code = errorCode(ServiceError.parse(reply.body).errorCode)
  return code ? stateOf('declined', { code }) : stateOf('failed', { code: 'processing_error' })
}
