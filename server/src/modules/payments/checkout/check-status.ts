import { routes } from '@incontro/contract'
import { own, type Http } from '../../../platform/http/bind.ts'
import { notFound } from '../../../platform/http/problem.ts'
import { isOpen } from '../attempts/attempt-machine.ts'
import { attemptByProvider, attemptOf, lockAttempt, recentAttempts, type Attempt } from '../attempts/attempts.ts'
import { completeAttempt } from '../attempts/complete.ts'
import { freshAttempt } from '../attempts/create-attempt.ts'
import { recordProviderState } from '../attempts/record-provider-state.ts'
import { openSealedRequest, sealRequest } from '../attempts/sealed-request.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentProvider, ReturnParams } from '../port.ts'
import { chargeReplyOf } from './charge-reply.ts'

const hour = 60 * 60_000

/** What came of an order: with what the provider's page brought back, it is completed; without, it is only looked at. */
export function checkStatusRoute(http: Http, deps: PaymentDeps): void {
  for (const route of [routes.checkTransactionStatus, routes.checkPayment] as const)
    http.bind(route, async ({ member, params, body }) => {
      own(member, body.clickid)
      const attempt = await askedAttempt(deps, member.memberId, params.provider, body)
      if (!attempt || attempt.member_id !== member.memberId || attempt.provider !== params.provider) throw notFound()
      return statusOf(deps, attempt, body)
    })
}

/** The order that is named, by us or by the provider's number for it; the newest one when none is. */
async function askedAttempt(
  deps: PaymentDeps,
  memberId: string,
  provider: string,
  { reference, InstanceId }: { readonly reference?: string | undefined; readonly InstanceId?: string | undefined },
): Promise<Attempt | undefined> {
  if (reference !== undefined) return attemptOf(deps.db, reference)
  const named = InstanceId === undefined ? undefined : await attemptByProvider(deps.db, memberId, provider, InstanceId)
  if (named) return named
  const recent = await recentAttempts(deps.db, memberId, new Date(deps.clock().getTime() - hour), 20)
  return recent.find((attempt) => attempt.provider === provider)
}

type Brought = Parameters<typeof returnParamsOf>[1]

/** How an order stands, asked of the provider while that is open. @param brought by the provider's page, if anything */
export async function statusOf(deps: PaymentDeps, attempt: Attempt, brought: Brought = {}) {
  const provider = deps.connections.byId(attempt.connection)?.provider
  // A page opened again, or a webhook event that was faster: what is decided is not asked for again.
  if (!provider || !isOpen(attempt.state)) return statusReply(deps, attempt)
  const params = returnParamsOf(provider, brought)
  if (params) await complete(deps, provider, attempt, params)
  else await lookUp(deps, provider, attempt)
  return statusReply(deps, await freshAttempt(deps, attempt.id))
}

/** `result` as the return pages read it: true once it is paid. `message` says what else it is. */
async function statusReply(deps: PaymentDeps, attempt: Attempt) {
  const reply = await chargeReplyOf(deps, attempt)
  return { ...reply, result: reply.status === 'ok' && !reply.threeDS, ratePlan: attempt.plan_id }
}

/** What of the body the provider's page brought back; null when it is only asked how things stand. */
function returnParamsOf(
  { capabilities }: PaymentProvider,
  body: {
    readonly redirectResult?: string | undefined
    readonly InstanceId?: string | undefined
    readonly returned?: ReturnParams | undefined
  },
): ReturnParams | null {
  const brought: Readonly<Record<string, string | undefined>> = {
    ...body.returned,
    redirectResult: body.redirectResult,
    InstanceId: body.InstanceId,
  }
  const params = capabilities.returnParams.flatMap((name) => {
    const value = brought[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return params.length === 0 ? null : Object.fromEntries(params)
}

/** Asks how the payment stands, where its page completes it alone; without an answer it stands as before. */
async function lookUp(deps: PaymentDeps, provider: PaymentProvider, attempt: Attempt): Promise<void> {
  if (!provider.lookUp || attempt.provider_ref === null) return
  const reported = await provider.lookUp({ providerRef: attempt.provider_ref, reference: attempt.id })
  if (reported.state !== 'unknown') await recordProviderState(deps, attempt.id, reported, 'return')
}

async function complete(
  deps: PaymentDeps,
  provider: PaymentProvider,
  attempt: Attempt,
  params: ReturnParams,
): Promise<void> {
  const reported = await completeAttempt(provider, attempt, params)
  if (reported.state === 'unknown') await sealReturnParams(deps, attempt.id, params)
  // A made-up result, or one of another order, says nothing about this one.
  else if (reported.reference !== attempt.id) throw notFound()
  await recordProviderState(deps, attempt.id, reported, 'return')
}

/** The answer was lost: the poller has to be able to ask with the same parameters. */
async function sealReturnParams(deps: PaymentDeps, attemptId: string, returnParams: ReturnParams): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const attempt = await lockAttempt(tx, attemptId)
    if (!isOpen(attempt.state) || attempt.sealed_request === null) return
    const sealed = sealRequest(deps.sealKeys, {
      ...openSealedRequest(deps.sealKeys, attempt.sealed_request),
      returnParams,
    })
    await tx.updateTable('payment_attempts').set({ sealed_request: sealed }).where('id', '=', attemptId).execute()
  })
}
