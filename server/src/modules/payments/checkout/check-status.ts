import { routes } from '@incontro/contract'
import { createHash } from 'node:crypto'
import { own, type Http } from '../../../platform/http/bind.ts'
import { notFound } from '../../../platform/http/problem.ts'
import { isOpen } from '../attempts/attempt-machine.ts'
import { attemptOf, lockAttempt, recentAttempts, type Attempt } from '../attempts/attempts.ts'
import { chargeReplyOf } from './charge-reply.ts'
import type { PaymentDeps } from '../deps.ts'
import { freshAttempt } from '../attempts/create-attempt.ts'
import { openSealedRequest, sealRequest } from '../attempts/sealed-request.ts'
import { recordProviderState } from '../attempts/record-provider-state.ts'

const hour = 60 * 60_000

/** What came of an order: with what the bank's page brought, it is completed; without, it is only looked at. */
export function checkStatusRoute(http: Http, deps: PaymentDeps): void {
  http.bind(routes.adyenStatus, async ({ member, body }) => {
    own(member, body.clickid)
    const attempt =
      body.reference === undefined
        ? (await recentAttempts(deps.db, member.memberId, new Date(deps.clock().getTime() - hour), 1))[0]
        : await attemptOf(deps.db, body.reference)
    if (!attempt || attempt.member_id !== member.memberId || attempt.provider !== 'adyen') throw notFound()
    // A page opened again, or a webhook event that was faster: what is decided is not asked for again.
    if (body.redirectResult === undefined || !isOpen(attempt.state)) return chargeReplyOf(deps, attempt)
    await complete(deps, attempt, body.redirectResult)
    return chargeReplyOf(deps, await freshAttempt(deps, attempt.id))
  })
}

async function complete(deps: PaymentDeps, attempt: Attempt, redirectResult: string): Promise<void> {
  const provider = deps.providers.get(attempt.provider)
  if (!provider) throw notFound()
  const reported = await provider.complete({
    redirectResult,
    idempotencyKey: completionKey(attempt.id, redirectResult),
  })
  if (reported.state === 'unknown') await sealRedirectResult(deps, attempt.id, redirectResult)
  // A made-up result, or one of another order, says nothing about this one.
  else if (reported.reference !== attempt.id) throw notFound()
  await recordProviderState(deps, attempt.id, reported, 'return')
}

/** The same result of the same order is one call, however often the page is opened. */
export const completionKey = (attemptId: string, redirectResult: string): string =>
  `${attemptId}:${createHash('sha256').update(redirectResult).digest('hex').slice(0, 24)}`

/** The answer was lost: the poller has to be able to ask with the same result. */
async function sealRedirectResult(deps: PaymentDeps, attemptId: string, redirectResult: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const attempt = await lockAttempt(tx, attemptId)
    if (!isOpen(attempt.state) || attempt.sealed_request === null) return
    const sealed = sealRequest(deps.sealKey, {
      ...openSealedRequest(deps.sealKey, attempt.sealed_request),
      redirectResult,
    })
    await tx.updateTable('payment_attempts').set({ sealed_request: sealed }).where('id', '=', attemptId).execute()
  })
}
