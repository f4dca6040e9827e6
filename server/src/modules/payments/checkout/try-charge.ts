import { routes } from '@incontro/contract'
import type { Charge } from '@incontro/contract/domain'
import { own, type Http } from '../../../platform/http/bind.ts'
import { Failure } from '../../../platform/http/problem.ts'
import { newId } from '../../../platform/ids.ts'
import { attemptOfOrder, type Attempt } from '../attempts/attempts.ts'
import { chargeReplyOf } from './charge-reply.ts'
import { chargeRequest } from './charge-request.ts'
import type { PaymentDeps } from '../deps.ts'
import { createAttempt, freshAttempt } from '../attempts/create-attempt.ts'
import { connectionFor, offerFor } from './offer.ts'
import { checkOrder } from './check-order.ts'
import { recordProviderState } from '../attempts/record-provider-state.ts'

/** Pay for a plan: check, commit the attempt, ask the provider with no transaction open, apply what it says. */
export function tryChargeRoute(http: Http, deps: PaymentDeps): void {
  http.bind(routes.tryCharge, async ({ member, body, site, ip, request }) => {
    own(member, body.clickid)
    const prior = await attemptOfOrder(deps.db, member.memberId, body.orderKey)
    if (prior) return repeated(deps, prior, body.ratePlan)

    const offer = await offerFor(deps, member)
    if (offer.flow.doubleOptIn && !member.emailConfirmed)
      throw new Failure(403, 'not_verified', { message: 'Confirm the email address before paying' })
    const order = checkOrder(offer, body)
    const connection = connectionFor(offer, { plan: order.plan, method: order.source.method, country: member.country })
    if (!connection) throw new Failure(503)
    const { email } = await deps.db
      .selectFrom('members')
      .select('email')
      .where('id', '=', member.memberId)
      .executeTakeFirstOrThrow()
    const id = newId()
    const charge = chargeRequest({
      attemptId: id,
      provider: connection.provider.name,
      member,
      email,
      site,
      ip,
      descriptor: offer.flow.descriptor,
      order,
      body,
      request,
    })
    const created = await createAttempt(deps, {
      id,
      connection,
      member,
      offer,
      order,
      body,
      request: charge,
    })
    if (created.outcome === 'repeated') return repeated(deps, created.attempt, body.ratePlan)
    if (created.outcome === 'blocked')
      return {
        ...(await chargeReplyOf(deps, created.attempt)),
        status: 'ko' as const,
        message: 'change_method' as const,
      }

    const reported = await connection.provider.charge(charge)
    try {
      await recordProviderState(deps, id, reported, 'charge')
    } catch (error) {
      // The provider may have taken the money: the attempt stays open and the poller asks again.
      deps.log.error({ err: error, attempt: id }, 'a charge could not be recorded')
    }
    return chargeReplyOf(deps, await freshAttempt(deps, id))
  })
}

async function repeated(deps: PaymentDeps, attempt: Attempt, planId: string): Promise<Charge> {
  if (attempt.plan_id !== planId)
    throw new Failure(409, 'order_key_used', {
      field: 'orderKey',
      message: 'This order key belongs to another order: send a new one',
    })
  return chargeReplyOf(deps, attempt)
}
