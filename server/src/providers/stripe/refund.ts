import type { PaymentProvider } from '#modules/payments/port.ts'
import { toAmount } from './amounts.ts'
import type { StripeClient } from './client.ts'
import { isKeyInUse } from './replies.ts'
import { Refund, Refunds } from './wire.ts'

/**
 * Refunds a payment. Stripe keeps idempotency keys for a day, but refunds are retried for longer, so the payment's
 * refunds are searched for ours first. Throws while the outcome is unknown.
 */
export async function refund(
  client: StripeClient,
  { providerRef, reference, amount, idempotencyKey }: Parameters<PaymentProvider['refund']>[0],
): ReturnType<PaymentProvider['refund']> {
  const query = new URLSearchParams({ payment_intent: providerRef, limit: '100' })
  const made = await client.get(`/refunds?${query.toString()}`)
  if (made.kind === 'refusal' && made.status === 404) return { accepted: false, providerRef: null }
  const before = made.kind === 'answer' ? Refunds.safeParse(made.body) : null
  if (!before?.success) throw new Error('Stripe did not list the refunds of a payment')
  const known = before.data.data.find(({ metadata }) => metadata['reference'] === reference)
  if (known) return { accepted: true, providerRef: known.id }

  const reply = await client.post(
    '/refunds',
    { payment_intent: providerRef, amount: toAmount(amount).amount, 'metadata[reference]': reference },
    idempotencyKey,
  )
  if (reply.kind === 'refusal' && !isKeyInUse(reply)) return { accepted: false, providerRef: null }
  const answer = reply.kind === 'answer' ? Refund.safeParse(reply.body) : null
  if (!answer?.success) throw new Error('Stripe did not answer a refund: its outcome is unknown')
  return { accepted: true, providerRef: answer.data.id }
}
