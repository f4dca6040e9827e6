import type { PaymentProvider } from '#modules/payments/port.ts'
import { toAmount } from './amounts.ts'
import type { MollieClient } from './client.ts'
import { Refund, Refunds } from './wire.ts'

const keyInUse = 409

/**
 * Refunds a payment. Mollie keeps idempotency keys for an hour, but refunds are retried for longer, so the payment's
 * refunds are searched for ours first. Throws while the outcome is unknown.
 */
export async function refund(
  client: MollieClient,
  { providerRef, reference, amount, idempotencyKey }: Parameters<PaymentProvider['refund']>[0],
): ReturnType<PaymentProvider['refund']> {
  const path = `/payments/${encodeURIComponent(providerRef)}/refunds`
  const made = await client.get(path)
  if (made.kind === 'refusal' && made.status === 404) return { accepted: false, providerRef: null }
  const before = made.kind === 'answer' ? Refunds.safeParse(made.body) : null
  if (!before?.success) throw new Error('Mollie did not list the refunds of a payment')
  const known = before.data._embedded.refunds.find(({ metadata }) => metadata['reference'] === reference)
  if (known) return { accepted: true, providerRef: known.id }

  const body = { amount: toAmount(amount), metadata: { reference } }
  const reply = await client.post(path, body, idempotencyKey)
  if (reply.kind === 'refusal' && reply.status !== keyInUse) return { accepted: false, providerRef: null }
  const answer = reply.kind === 'answer' ? Refund.safeParse(reply.body) : null
  if (!answer?.success) throw new Error('Mollie did not answer a refund: its outcome is unknown')
  return { accepted: true, providerRef: answer.data.id }
}
