import type { ProviderState } from '#modules/payments/port.ts'
import { stateOf } from '#providers/state-of.ts'
import type { PayPalClient } from './client.ts'
import { declineCode } from './codes.ts'
import { isMissing, issueOf, readReply } from './replies.ts'
import { readCapture, readOrder } from './states.ts'
import { Capture, Order } from './wire.ts'

export interface Payment {
  /** Id of the order until it is paid, then of the capture. */
  readonly providerRef: string
  readonly reference: string
}

export const orderPath = (id: string): string => `/v2/checkout/orders/${encodeURIComponent(id)}`

/** The state of a payment; captures what the member has approved. Never throws. */
export async function captureIfApproved(client: PayPalClient, payment: Payment): Promise<ProviderState> {
  const reply = await client.get(orderPath(payment.providerRef))
  if (isMissing(reply)) return captureAsItIs(client, payment)
  const order = reply.kind === 'answer' ? Order.safeParse(reply.body) : null
  if (!order?.success) return stateOf('unknown')
  return order.data.status === 'APPROVED' ? take(client, payment) : readOrder(order.data)
}

/** Captures an approved order once: every caller uses the same request id. */
async function take(client: PayPalClient, { providerRef, reference }: Payment): Promise<ProviderState> {
  const reply = await client.post(`${orderPath(providerRef)}/capture`, {}, `${providerRef}-capture`)
  if (reply.kind !== 'refusal') return readReply(reply)
  const issue = issueOf(reply)
  if (issue === 'ORDER_ALREADY_CAPTURED' || issue === 'PAYER_ACTION_REQUIRED')
    return readReply(await client.get(orderPath(providerRef)))
  const code = declineCode(issue)
  return code ? stateOf('declined', { providerRef, reference, code }) : stateOf('unknown', { providerRef, reference })
}

/** The id is a capture's, or that of an order that was not approved while PayPal kept it. */
async function captureAsItIs(client: PayPalClient, { providerRef, reference }: Payment): Promise<ProviderState> {
  const reply = await client.get(`/v2/payments/captures/${encodeURIComponent(providerRef)}`)
  if (isMissing(reply)) return stateOf('expired', { providerRef, reference })
  const capture = reply.kind === 'answer' ? Capture.safeParse(reply.body) : null
  return capture?.success ? readCapture(capture.data) : stateOf('unknown')
}

/**
 * Gives up an order that was not approved. PayPal has no call for this: without our capture an order takes no money,
 * and nothing captures an order whose attempt is closed.
 */
export async function giveUp(client: PayPalClient, payment: Payment): Promise<ProviderState> {
  const state = await captureIfApproved(client, payment)
  return state.state === 'requires_action' ? { ...state, state: 'cancelled', action: null } : state
}
