import { NotDone, type PaymentProvider } from '#modules/payments/port.ts'
import type { Reply } from '#providers/reply.ts'
import { toAmount } from './amounts.ts'
import type { TrustPayClient } from './client.ts'
import { Failure, Payout } from './wire.ts'

const done = 1_001_000
const underWay = new Set([1_130_000, 1_130_001, 1_130_002, 1_130_003, 1_130_004, 1_130_005])
const throttled = 1_132_014
const wrongCredentials = 1_133_000

/**
 * Pays a transfer back. TrustPay has neither idempotency keys nor a look-up by our reference: after a lost response
 * only its notification, or a person, can tell whether it was made. Throws then; throws `NotDone` if TrustPay reports
 * that it did nothing, and the refund may be repeated.
 */
export async function refund(
  client: TrustPayClient,
  projectId: string,
  { providerRef, reference, amount }: Parameters<PaymentProvider['refund']>[0],
): ReturnType<PaymentProvider['refund']> {
  const reply = await client.post('/api/Payments/Payout', {
    MerchantIdentification: { ProjectId: projectId },
    PaymentInformation: {
      Amount: toAmount(amount),
      References: { PaymentRequestId: providerRef, MerchantReference: reference },
    },
  })
  const code = codeOf(reply)
  if (code === throttled || code === wrongCredentials || (reply.kind === 'refusal' && reply.status === 401))
    throw new NotDone('TrustPay did not take a refund: it may be asked again')
  if (reply.kind === 'refusal') return { accepted: false, providerRef: null }
  const answer = reply.kind === 'answer' ? Payout.safeParse(reply.body) : null
  if (!answer?.success || code === null) throw new Error('TrustPay did not answer a refund: its outcome is unknown')
  const accepted = code === done || underWay.has(code)
  return { accepted, providerRef: accepted ? (answer.data.PaymentRequestId ?? null) : null }
}

function codeOf(reply: Reply): number | null {
  const failure = reply.kind === 'lost' ? null : Failure.safeParse(reply.body)
  return failure?.data?.ResultInfo?.ResultCode ?? null
}
