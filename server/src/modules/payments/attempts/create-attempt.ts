import type { Principal } from '#platform/caller.ts'
import type { Tx } from '#platform/database/database.ts'
import { Failure, notFound, notSignedIn } from '#platform/http/problem.ts'
import { scheduleCheck } from './apply-provider-state.ts'
import { isOpen } from './attempt-machine.ts'
import {
  attemptColumns,
  attemptOf,
  attemptOfOrder,
  recentAttempts,
  recordTransition,
  toAttempt,
  type Attempt,
} from './attempts.ts'
import { scheduleForgettingOrigin } from './purchase-origin.ts'
import { scheduleForgetting } from './forget-age-check.ts'
import type { Connection } from '../connections.ts'
import type { PaymentDeps } from '../deps.ts'
import { hasBought } from '../checkout/bought-before.ts'
import type { Offer } from '../checkout/offer.ts'
import { priceChanged, type Order, type OrderBody } from '../checkout/check-order.ts'
import { isStillOffered } from '../plan-changes/upgrade.ts'
import { useOrderToken } from '../checkout/order-token.ts'
import type { ChargeRequest } from '../port.ts'
import { orderTextVersion } from '../terms.ts'
import { nextCheck } from './poll-schedule.ts'
import { sealRequest } from './sealed-request.ts'
import { closeOrder, isLeft, isReplaceable, orderBeside, orderOpen, orderPaid } from './waiting-orders.ts'

export type CreatedAttempt =
  | { readonly outcome: 'created' }
  /** The same order exists already; nothing is charged. */
  | { readonly outcome: 'repeated'; readonly attempt: Attempt }
  /** Too many declines: the last one. */
  | { readonly outcome: 'blocked'; readonly attempt: Attempt }

const hour = 60 * 60_000

interface Ordered {
  readonly id: string
  readonly connection: Connection
  readonly paymentSystem: string
  readonly member: Principal
  readonly offer: Offer
  readonly order: Order
  readonly body: OrderBody
  readonly request: ChargeRequest
}

/** Another order for the same kind of thing is open; the transaction is undone. */
class OrderBeside extends Error {
  readonly attempt: Attempt
  constructor(attempt: Attempt) {
    super('another order is open')
    this.attempt = attempt
  }
}

/**
 * Commits the attempt, its key and its sealed request before any provider is called. While another order for the same
 * kind of thing may be paid, none is created: the member continues that one or names it as replaced, and it is closed
 * first (rule 13.2). What was left for an hour is closed without asking.
 * @throws Failure 401 when the account is not open any more, 429 above the hourly limit of attempts, 400
 * `invalid_token`, 404 for an order to replace that is not the member's, 409 `order_open`, `order_paid` and
 * `price_changed`
 */
export async function createAttempt(deps: PaymentDeps, input: Ordered): Promise<CreatedAttempt> {
  const { member, body } = input
  try {
    return await commitAttempt(deps, input)
  } catch (error) {
    if (!(error instanceof OrderBeside)) throw error
    const { attempt: beside } = error
    const isChosen = beside.id === body.replaces && isReplaceable(deps, beside)
    if (!isChosen && !isLeft(beside, deps.clock())) throw orderOpen(deps, beside, member.locale)
    const closed = await closeOrder(deps, beside.id)
    if (isOpen(closed.state)) throw orderOpen(deps, closed, member.locale)
    if (closed.granted_at !== null) throw orderPaid(deps, closed, member.locale)
  }
  // Closed, and closed for good: there are fewer to ask about.
  return createAttempt(deps, input)
}

/** Takes the member's row lock, so that two clicks make one attempt and the limits hold. */
async function commitAttempt(deps: PaymentDeps, input: Ordered): Promise<CreatedAttempt> {
  const { id, member, offer, order, body } = input
  const now = deps.clock()
  return deps.db.transaction().execute(async (tx): Promise<CreatedAttempt> => {
    const { level, state } = await tx
      .selectFrom('members')
      .select(['level', 'state'])
      .where('id', '=', member.memberId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const prior = await attemptOfOrder(tx, member.memberId, body.orderKey)
    if (prior) return { outcome: 'repeated', attempt: prior }
    // Closed in another tab since the order was begun, which ended every session.
    if (state !== 'active') throw notSignedIn()
    if (body.replaces !== undefined) await requireReplaceable(deps, tx, member, body.replaces)
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

    // A plan for new members is sold once, however many pages order it concurrently.
    if (order.plan.firstSelling && (level > 0 || (await hasBought(tx, member.memberId)))) throw notFound()
    const { plan, upgrade } = order
    if (!(await isStillOffered(tx, member.memberId, { plan, upgrade, running: offer.term, now }))) throw priceChanged()
    // Last, since another order is cancelled only for one that can be created.
    const beside = await orderBeside(tx, member.memberId, plan)
    if (beside) throw new OrderBeside(beside)

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

/** The order to replace has to be the member's, and unpaid: a paid one is not taken back by a new one. */
async function requireReplaceable(
  deps: PaymentDeps,
  tx: Tx,
  { memberId, locale }: Principal,
  reference: string,
): Promise<void> {
  const attempt = await attemptOf(tx, reference)
  if (attempt?.member_id !== memberId) throw notFound()
  if (attempt.granted_at !== null) throw orderPaid(deps, attempt, locale)
  // Another tab has replaced it meanwhile, and paid.
  const paid = isOpen(attempt.state) ? null : await paidInsteadOf(tx, attempt)
  if (paid) throw orderPaid(deps, paid, locale)
}

/** What the member ordered after a closed order of the same plan, and has paid. */
async function paidInsteadOf(tx: Tx, { id, member_id: memberId, plan_id: planId, created_at: at }: Attempt) {
  const row = await tx
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('member_id', '=', memberId)
    .where('plan_id', '=', planId)
    .where('id', '<>', id)
    .where('created_at', '>=', at)
    .where('granted_at', 'is not', null)
    .where('renewal_of', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toAttempt(row) : null
}

/** The attempt, read again. @throws when it does not exist */
export async function freshAttempt(deps: PaymentDeps, id: string): Promise<Attempt> {
  const attempt = await attemptOf(deps.db, id)
  if (!attempt) throw new Error(`no attempt ${id}`)
  return attempt
}
