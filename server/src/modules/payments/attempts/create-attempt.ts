import type { Principal } from '../../../platform/caller.ts'
import type { Tx } from '../../../platform/database.ts'
import { Failure, notFound } from '../../../platform/http/problem.ts'
import { scheduleCheck } from './apply-provider-state.ts'
import {
  attemptOf,
  attemptOfOrder,
  lockAttempt,
  openOrders,
  recentAttempts,
  recordTransition,
  type Attempt,
  type OpenOrders,
} from './attempts.ts'
import { scheduleForgettingOrigin } from './purchase-origin.ts'
import { scheduleForgetting } from './forget-age-check.ts'
import type { Connection } from '../connections.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Offer } from '../checkout/offer.ts'
import { priceChanged, type Order, type OrderBody } from '../checkout/check-order.ts'
import { isStillOffered } from '../plan-changes/upgrade.ts'
import { useOrderToken } from '../checkout/order-token.ts'
import type { ChargeRequest } from '../port.ts'
import { orderTextVersion } from '../terms.ts'
import { recordProviderState } from './record-provider-state.ts'
import { nextCheck } from './poll-schedule.ts'
import { sealRequest } from './sealed-request.ts'

export type CreatedAttempt =
  | { readonly outcome: 'created' }
  /** The same order exists already; nothing is charged. */
  | { readonly outcome: 'repeated'; readonly attempt: Attempt }
  /** Too many declines: the last one. */
  | { readonly outcome: 'blocked'; readonly attempt: Attempt }

const hour = 60 * 60_000

/**
 * Commits the attempt, its key and its sealed request before any provider is called. Takes the member's row lock, so
 * that two clicks make one attempt and the limits hold.
 * @throws Failure 429 above the hourly limit of attempts, 400 `invalid_token`, 409 `order_open` and `price_changed`
 */
export async function createAttempt(
  deps: PaymentDeps,
  input: {
    id: string
    connection: Connection
    paymentSystem: string
    member: Principal
    offer: Offer
    order: Order
    body: OrderBody
    request: ChargeRequest
  },
): Promise<CreatedAttempt> {
  const { id, member, offer, order, body } = input
  const now = deps.clock()
  if (order.plan.firstSelling) await cancelLeftOrders(deps, member.memberId)
  else if (order.plan.period) await cancelLeftOrders(deps, member.memberId, concurrentWith(order))
  return deps.db.transaction().execute(async (tx): Promise<CreatedAttempt> => {
    const { level } = await tx
      .selectFrom('members')
      .select('level')
      .where('id', '=', member.memberId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const prior = await attemptOfOrder(tx, member.memberId, body.orderKey)
    if (prior) return { outcome: 'repeated', attempt: prior }
    if (body.token !== undefined) await useOrderToken(tx, deps, body.token, member)
    const recent = await recentAttempts(
      tx,
      member.memberId,
      new Date(now.getTime() - hour),
      Math.max(deps.limits.attemptsPerHour, deps.limits.declinesInARow),
    )
    // Only the method that keeps being declined is blocked: the member is asked to pay another way.
    const declined = recent
      .filter(({ provider }) => provider === input.paymentSystem)
      .slice(0, deps.limits.declinesInARow)
    const [last] = declined
    if (last && declined.length === deps.limits.declinesInARow && declined.every(({ state }) => state === 'declined'))
      return { outcome: 'blocked', attempt: last }
    if (recent.length >= deps.limits.attemptsPerHour) throw new Failure(429)

    if (order.plan.firstSelling) await requireFirstOrder(tx, member.memberId, level)
    if (order.plan.period) await requireOnlyOrder(tx, member.memberId, order, now)

    const checkAt = nextCheck('submitting', 0, now, now)
    await tx
      .insertInto('payment_attempts')
      .values({
        id,
        brand_id: member.brandId,
        member_id: member.memberId,
        order_key: body.orderKey,
        provider: input.paymentSystem,
        connection: input.connection.id,
        flow_id: offer.flow.id,
        flow_version: offer.flow.version,
        plan_id: order.plan.id,
        plan: JSON.stringify(order.plan),
        amount_minor: order.amountMinor,
        credit_minor: order.upgrade?.creditMinor ?? 0,
        change_of: order.upgrade?.subscriptionId ?? null,
        currency: order.plan.currency,
        state: 'submitting',
        sealed_request: sealRequest(deps.sealKeys, { request: input.request, returnParams: null }),
        card_token_id: order.cardTokenId,
        locale: member.locale,
        created_at: now,
        updated_at: now,
        check_at: checkAt,
        site_origin: input.request.origin,
        return_to: body.returnTo ?? null,
        accepts: JSON.stringify({
          renewal: order.plan.renews,
          immediateStart: body.accepts.immediateStart,
          textVersion: orderTextVersion,
        }),
      })
      .execute()
    await recordTransition(tx, { attemptId: id, from: 'created', to: 'submitting', cause: 'charge', at: now })
    if (checkAt) await scheduleCheck(tx, id, checkAt)
    if (body.returnTo !== undefined) await scheduleForgettingOrigin(tx, id, now)
    if (order.plan.level === 0) await scheduleForgetting(tx, id, now)
    return { outcome: 'created' }
  })
}

/** The open orders that would change what this one replaces, or be changed by it. */
const concurrentWith = ({ upgrade }: Order): OpenOrders => (upgrade ? 'plans' : 'upgrades')

/**
 * An upgrade credits what is unused now, so that no other order of a plan may be open beside it. The caller holds the
 * member's lock.
 * @throws Failure 409 `order_open` while another one may still be paid, 409 `price_changed` if the credit is another
 */
async function requireOnlyOrder(tx: Tx, memberId: string, order: Order, now: Date): Promise<void> {
  if (await openOrders(tx, memberId, concurrentWith(order)).limit(1).executeTakeFirst()) throw orderOpen()
  const { plan, upgrade } = order
  if (upgrade && !(await isStillOffered(tx, memberId, { plan, upgrade, now }))) throw priceChanged()
}

const orderOpen = (): Failure =>
  new Failure(409, 'order_open', { message: 'Another order is being paid: wait for its outcome' })

/**
 * A plan for new members is sold once, however many pages order it concurrently. The caller holds the member's lock;
 * attempts are read without locks, which are otherwise taken before the member's.
 * @throws Failure 404 when the member has bought meanwhile, 409 `order_open` while another order may still be paid
 */
async function requireFirstOrder(tx: Tx, memberId: string, level: number): Promise<void> {
  if (level > 0) throw notFound()
  if (await openOrders(tx, memberId).limit(1).executeTakeFirst()) throw orderOpen()
}

/**
 * Closes orders abandoned at the bank or on a provider's page. At the bank they cannot be completed without the member,
 * who is here; a provider's page may be open in another window, so the provider closes it and reports if it was already
 * paid.
 */
async function cancelLeftOrders(deps: PaymentDeps, memberId: string, which: OpenOrders = 'any'): Promise<void> {
  const left = await openOrders(deps.db, memberId, which)
    .where('state', '=', 'requires_action')
    .where('renewal_of', 'is', null)
    .execute()
  for (const { id, connection, provider_ref: providerRef } of left) {
    const provider = deps.connections.byId(connection)?.provider
    if (provider?.cancel && providerRef !== null) {
      const reported = await provider.cancel({ providerRef, reference: id })
      if (reported.state !== 'unknown') await recordProviderState(deps, id, reported, 'replaced')
      continue
    }
    await deps.db.transaction().execute(async (tx) => {
      const attempt = await lockAttempt(tx, id)
      if (attempt.state !== 'requires_action') return
      const now = deps.clock()
      await tx
        .updateTable('payment_attempts')
        .set({ state: 'cancelled', check_at: null, action: null, sealed_request: null, updated_at: now })
        .where('id', '=', id)
        .execute()
      await recordTransition(tx, { attemptId: id, from: attempt.state, to: 'cancelled', cause: 'replaced', at: now })
    })
  }
}

/** The attempt, read again. @throws when it does not exist */
export async function freshAttempt(deps: PaymentDeps, id: string): Promise<Attempt> {
  const attempt = await attemptOf(deps.db, id)
  if (!attempt) throw new Error(`no attempt ${id}`)
  return attempt
}
