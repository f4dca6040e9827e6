import type { DisputeAnswers } from '#modules/payments/port.ts'
import type { StripeClient } from './client.ts'
import { isKeyInUse, messageOf } from './replies.ts'
import { Dispute } from './wire.ts'

/** Evidence as one text, or closing the dispute. Idempotency keys are kept for a day, repeats go on for longer. */
export const disputeAnswers = (client: StripeClient): DisputeAnswers => ({
  // Disputes, `evidence.uncategorized_text`: "Has a maximum character count of 20,000."
  mostCharacters: 20_000,
  async send({ disputeRef, evidence, idempotencyKey, repeated }) {
    const path = `/disputes/${encodeURIComponent(disputeRef)}`
    if (repeated && (await hasArrived(client, path, evidence))) return { taken: true }
    const reply =
      evidence === null
        ? await client.post(`${path}/close`, {}, idempotencyKey)
        : await client.post(path, { 'evidence[uncategorized_text]': evidence, submit: 'true' }, idempotencyKey)
    if (reply.kind === 'refusal' && !isKeyInUse(reply)) return { taken: false, why: messageOf(reply) }
    if (reply.kind !== 'answer' || !Dispute.safeParse(reply.body).success)
      throw new Error('Stripe did not answer about a dispute: the outcome is unknown')
    return { taken: true }
  },
})

async function hasArrived(client: StripeClient, path: string, evidence: string | null): Promise<boolean> {
  const reply = await client.get(path)
  const dispute = reply.kind === 'answer' ? Dispute.safeParse(reply.body) : null
  if (!dispute?.success) throw new Error('Stripe did not say how a dispute stands')
  const { status, evidence_details: details } = dispute.data
  return evidence === null ? status === 'lost' : (details?.submission_count ?? 0) > 0
}
