import type { ProviderState } from '../../modules/payments/port.ts'
import { stateOf } from '../state-of.ts'
import type { PayPalClient } from './client.ts'
import { declineCode } from './codes.ts'
import { isMissing, issueOf, readReply } from './replies.ts'
import { readCapture, readOrder } from './states.ts'
import { Capture, Order } from './wire.ts'

export interface Payment {
  /** Of an order until it is paid, of the capture from then on. */
  readonly providerRef: string
  readonly reference: string
}

export const orderPath = (id: string): string => `/v2/checkout/orders/${encodeURIComponent(id)}`

/** How a payment stands; what the member has approved is taken. Never throws. */
export async function captureIfApproved(client: PayPalClient, payment: Payment): Promise<ProviderState> {
  const reply = await client.get(orderPath(payment.providerRef))
  if (isMissing(reply)) return captureAsItIs(client, payment)
  const order = reply.kind === 'answer' ? Order.safeParse(reply.body) : null
  if (!order?.success) return stateOf('unknown')
  return order.data.status === 'APPROVED' ? take(client, payment) : readOrder(order.data)
}

/** Takes the money of an approved order, once: everybody who hears of the approval asks under the same id. */
async function take(client: PayPalClient, { providerRef, reference }: Payment): Promise<ProviderState> {
  const reply = await client.post(`${orderPath(providerRef)}/capture`, {}, `${providerRef}-capture`)
  if (reply.kind !== 'refusal') return readReply(reply)
  const issue = issueOf(reply)
  if (issue === 'ORDER_ALREADY_CAPTURED' || issue === 'PAYER_ACTION_REQUIRED')
    return readReply(await client.get(orderPath(providerRef)))
  const code = declineCode(issue)
  return code ? stateOf('declined', { providerRef, reference, code }) : stateOf('unknown', { providerRef, reference })
}

/** The id is a capture's, or of an order that nobody approved in the hours for which PayPal keeps those. */
async function captureAsItIs(client: PayPalClient, { providerRef, reference }: Payment): Promise<ProviderState> {
  const reply = await client.get(`/v2/payments/captures/${encodeURIComponent(providerRef)}`)
  if (isMissing(reply)) return stateOf('expired', { providerRef, reference })
  const capture = reply.kind === 'answer' ? Capture.safeParse(reply.body) : null
  return capture?.success ? readCapture(capture.data) : stateOf('unknown')
}

/**
 * Gives an order up that nobody has approved. PayPal has no call for that and needs none: without our capture an order takes no money, and
 * nothing captures one whose attempt is closed.
 */
export async function giveUp(client: PayPalClient, payment: Payment): Promise<ProviderState> {
  const state = await captureIfApproved(client, payment)
  return state.state === 'requires_action' ? { ...state, state: 'cancelled', action: null } : state
}
