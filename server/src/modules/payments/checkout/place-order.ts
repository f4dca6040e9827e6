import type { Charge } from '@incontro/contract/domain'
import type { FastifyRequest } from 'fastify'
import type { Principal, Site } from '#platform/caller.ts'
import { Failure } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { attemptOfOrder, type Attempt } from '../attempts/attempts.ts'
import { createAttempt, freshAttempt } from '../attempts/create-attempt.ts'
import { recordProviderState } from '../attempts/record-provider-state.ts'
import type { Connection } from '../connections.ts'
import type { PaymentDeps } from '../deps.ts'
import { countDecline, holdBackCardTesting, tooManyDeclines } from './card-testing.ts'
import { isHeldBack } from './tested-cards.ts'
import { chargeReplyOf } from './charge-reply.ts'
import { chargeRequest } from './charge-request.ts'
import { refuseCardNumbers } from './card-numbers.ts'
import type { Order, OrderBody } from './check-order.ts'
import { offerFor, type Offer } from './offer.ts'

interface Placing {
  readonly member: Principal
  readonly body: OrderBody
  readonly site: Site
  readonly ip: string
  readonly request: FastifyRequest
  /** Validates the order against the offer and selects the connection. */
  readonly check: (offer: Offer) => {
    readonly order: Order
    readonly connection: Connection | undefined
    /** The payment system the member chose, if it is not the provider. */
    readonly paymentSystem?: string
  }
}

/**
 * Pays for an order: validates it, commits the attempt, calls the provider outside a transaction, applies the result. A
 * repeated order returns the outcome of the first.
 * @throws Failure as `check`, 400 for a card number in clear, 403 before the address is confirmed, 429
 * `too_many_declines`, 503 when no provider can take this payment
 */
export async function placeOrder(deps: PaymentDeps, placing: Placing): Promise<Charge> {
  const { member, body, site, ip, request } = placing
  refuseCardNumbers(body)
  const prior = await attemptOfOrder(deps.db, member.memberId, body.orderKey)
  if (prior) return repeated(deps, prior, body.ratePlan)

  const offer = await offerFor(deps, member)
  if (offer.flow.doubleOptIn && !member.emailConfirmed)
    throw new Failure(403, 'not_verified', { message: 'Confirm the email address before paying' })
  const { order, connection, paymentSystem = connection?.provider.name } = placing.check(offer)
  if (!connection || paymentSystem === undefined) throw new Failure(503)
  const altcha = 'altcha' in body ? body.altcha : undefined
  await holdBackCardTesting(deps, { ip, source: order.source, level: member.level, altcha })
  const { memberId } = member
  if (await isHeldBack(deps, deps.db, { memberId, source: order.source, provider: connection.provider }))
    throw tooManyDeclines()
  const { email } = await deps.db
    .selectFrom('members')
    .select('email')
    .where('id', '=', member.memberId)
    .executeTakeFirstOrThrow()
  const id = newId()
  const charge = chargeRequest({
    attemptId: id,
    connection,
    paymentSystem,
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
    paymentSystem,
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
  const attempt = await freshAttempt(deps, id)
  if (attempt.state === 'declined') await countDecline(deps, { ip, source: order.source })
  return chargeReplyOf(deps, attempt)
}

async function repeated(deps: PaymentDeps, attempt: Attempt, planId: string): Promise<Charge> {
  if (attempt.plan_id !== planId)
    throw new Failure(409, 'order_key_used', {
      field: 'orderKey',
      message: 'This order key belongs to another order: send a new one',
    })
  return chargeReplyOf(deps, attempt)
}
