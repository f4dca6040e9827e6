import type { ProviderState } from '#modules/payments/port.ts'
import type { Reply } from '#providers/reply.ts'
import { stateOf } from '#providers/state-of.ts'
import { declineCode } from './codes.ts'
import { readOrder } from './states.ts'
import { Failure, Order } from './wire.ts'

type Refusal = Extract<Reply, { kind: 'refusal' }>

export const isMissing = (reply: Reply): boolean => reply.kind === 'refusal' && reply.status === 404

/** PayPal's code of the problem. */
export function issueOf(reply: Refusal): string {
  const failure = Failure.safeParse(reply.body)
  return failure.success ? (failure.data.details[0]?.issue ?? failure.data.name) : ''
}

/**
 * The request id is in use, by a call in progress or with another body, or the invoice belongs to an earlier payment:
 * either may have acted.
 */
const mayHaveActed = new Set(['PREVIOUS_REQUEST_IN_PROGRESS', 'DUPLICATE_REQUEST_ID', 'DUPLICATE_INVOICE_ID'])

/** Whether a refusal leaves open if something was done. */
export const isUnclear = (reply: Refusal): boolean => reply.status === 409 || mayHaveActed.has(issueOf(reply))

/** Converts a reply about an order. Never throws: an unreadable one is unknown. */
export function readReply(reply: Reply): ProviderState {
  const order = reply.kind === 'answer' ? Order.safeParse(reply.body) : null
  return order?.success ? readOrder(order.data) : stateOf('unknown')
}

/** The outcome of creating an order for approval: a refusal means that there is none. */
export function readCreated(reply: Reply): ProviderState {
  if (reply.kind !== 'refusal') return readReply(reply)
  return isUnclear(reply) ? stateOf('unknown') : stateOf('failed', { code: 'processing_error' })
}

/** The outcome of charging a stored account, where no one can approve anything. */
export function readCharged(reply: Reply): ProviderState {
  if (reply.kind === 'refusal') {
    if (isUnclear(reply)) return stateOf('unknown')
    if (isMissing(reply)) return stateOf('declined', { code: 'change_method' })
    const code = declineCode(issueOf(reply))
    return code ? stateOf('declined', { code }) : stateOf('failed', { code: 'processing_error' })
  }
  const state = readReply(reply)
  return state.state === 'requires_action'
    ? { ...state, state: 'declined', code: 'authentication_required', action: null }
    : state
}
