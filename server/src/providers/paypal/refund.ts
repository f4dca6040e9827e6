import type { PaymentProvider } from '#modules/payments/port.ts'
import { toAmount } from './amounts.ts'
import type { PayPalClient } from './client.ts'
import { isUnclear } from './replies.ts'
import { Refund } from './wire.ts'

/**
 * Refunds a capture. PayPal keeps refund ids for 45 days, longer than we retry. Throws while the outcome is unknown.
 */
export async function refund(
  client: PayPalClient,
  { providerRef, reference, amount, idempotencyKey }: Parameters<PaymentProvider['refund']>[0],
): ReturnType<PaymentProvider['refund']> {
  const path = `/v2/payments/captures/${encodeURIComponent(providerRef)}/refund`
  const reply = await client.post(path, { amount: toAmount(amount), custom_id: reference }, idempotencyKey)
  if (reply.kind === 'refusal' && reply.status !== 401 && !isUnclear(reply))
    return { accepted: false, providerRef: null }
  const answer = reply.kind === 'answer' ? Refund.safeParse(reply.body) : null
  if (!answer?.success) throw new Error('PayPal did not answer a refund: its outcome is unknown')
  const { id, status } = answer.data
  const accepted = status === 'COMPLETED' || status === 'PENDING'
  return { accepted, providerRef: accepted ? id : null }
}
