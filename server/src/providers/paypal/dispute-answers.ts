import type { DisputeAnswers } from '#modules/payments/port.ts'
import type { PayPalClient } from './client.ts'
import { issueOf, isUnclear } from './replies.ts'
import { DisputeState, Links } from './wire.ts'

/** Evidence as notes, or accepting the claim. Its requests have no idempotency keys, so a repeat looks first. */
export const disputeAnswers = (client: PayPalClient): DisputeAnswers => ({
  // Customer disputes v1, `evidence.notes`: at most 2000.
  mostCharacters: 2000,
  async send({ disputeRef, evidence, repeated }) {
    const path = `/v1/customer/disputes/${encodeURIComponent(disputeRef)}`
    if (repeated && !(await awaitsUs(client, path))) return { taken: true }
    const reply =
      evidence === null
        ? await client.postForm(`${path}/accept-claim`, {
            note: 'The seller accepts the claim.',
            accept_claim_type: 'REFUND',
          })
        : await client.postForm(`${path}/provide-evidence`, {
            evidences: [{ evidence_type: 'OTHER', notes: evidence }],
          })
    if (reply.kind === 'refusal' && reply.status !== 401 && !isUnclear(reply))
      return { taken: false, why: issueOf(reply) || String(reply.status) }
    if (reply.kind !== 'answer' || !Links.safeParse(reply.body).success)
      throw new Error('PayPal did not answer about a dispute: the outcome is unknown')
    return { taken: true }
  },
})

async function awaitsUs(client: PayPalClient, path: string): Promise<boolean> {
  const reply = await client.get(path)
  const dispute = reply.kind === 'answer' ? DisputeState.safeParse(reply.body) : null
  if (!dispute?.success) throw new Error('PayPal did not say how a dispute stands')
  return dispute.data.status === 'WAITING_FOR_SELLER_RESPONSE'
}
