import { routes } from '@incontro/contract'
import { own, type Http } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { isOpen } from '../attempts/attempt-machine.ts'
import { attemptByProvider, attemptOf, lockAttempt, recentAttempts, type Attempt } from '../attempts/attempts.ts'
import { completeAttempt } from '../attempts/complete.ts'
import { freshAttempt } from '../attempts/create-attempt.ts'
import { whileAsking } from '../attempts/hold.ts'
import { recordProviderState } from '../attempts/record-provider-state.ts'
import { openSealedRequest, sealRequest } from '../attempts/sealed-request.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentProvider, ReturnParams } from '../port.ts'
import { chargeReplyOf } from './charge-reply.ts'

const hour = 60 * 60_000

/** Reports an order's outcome: with the return page's parameters it is completed, without them only looked up. */
export function checkStatusRoute(http: Http, deps: PaymentDeps): void {
  for (const route of [routes.checkTransactionStatus, routes.checkPayment] as const)
    http.bind(route, async ({ member, params, body }) => {
      own(member, body.clickid)
      const attempt = await askedAttempt(deps, member.memberId, params.provider, body)
      if (!attempt || attempt.member_id !== member.memberId || attempt.provider !== params.provider) throw notFound()
      return statusOf(deps, attempt, body)
    })
}

/** The order with our or the provider's reference; the newest one if none is given. */
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

/** The order's state, asked of the provider while it is open. @param brought the return page's parameters, if any */
export async function statusOf(deps: PaymentDeps, attempt: Attempt, brought: Brought = {}) {
  const provider = deps.connections.byId(attempt.connection)?.provider
  // The page was opened again, or a webhook was faster: a decided order is not looked up.
  if (!provider || !isOpen(attempt.state)) return statusReply(deps, attempt)
  const params = returnParamsOf(provider, brought)
  // While a newer order replaces it, the order is left as it is: the page asks again.
  await whileAsking(deps, attempt.id, () =>
    params ? complete(deps, provider, attempt, params) : lookUp(deps, provider, attempt),
  )
  return statusReply(deps, await freshAttempt(deps, attempt.id))
}

/** `result` as the return pages expect it: true once paid. `message` has the other states. */
async function statusReply(deps: PaymentDeps, attempt: Attempt) {
  const reply = await chargeReplyOf(deps, attempt)
  return { ...reply, result: reply.status === 'ok' && !reply.threeDS, ratePlan: attempt.plan_id }
}

/** The return page's parameters in the body; null for a mere look-up. */
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

/** Looks the payment up, if it can be paid without returning; without an answer the state is unchanged. */
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
  // A forged result, or one of another order, must not affect this one.
  else if (reported.reference !== attempt.id) throw notFound()
  await recordProviderState(deps, attempt.id, reported, 'return')
}

/** The response was lost: stores the parameters, so that the poller can ask again. */
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
