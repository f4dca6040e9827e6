import { timeZoneOf } from '@incontro/contract'
import type { Tx } from '#platform/database/database.ts'
import { newId, uuidOf } from '#platform/ids.ts'
import {
  checkRenewal,
  failRenewal,
  lockSubscription,
  markCharging,
  payableUntil,
  renewalPlanOf,
  type Subscription,
} from '#modules/subscriptions/index.ts'
import { scheduleCheck } from '../attempts/apply-provider-state.ts'
import { openOrders, recordTransition } from '../attempts/attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import { webhookPath, type Connection } from '../connections.ts'
import type { ChargeRequest } from '../port.ts'
import { isLeft } from '../attempts/waiting-orders.ts'
import { nextCheck } from '../attempts/poll-schedule.ts'
import { sealRequest } from '../attempts/sealed-request.ts'
import { siteLink } from '../site-links.ts'
import { endUnpaid, notifyUnpaid } from './unpaid.ts'
import { reminderOf } from './reminders.ts'

export type CreatedRenewal =
  | { readonly outcome: 'created'; readonly request: ChargeRequest; readonly connection: Connection }
  /** The plan ended or waits for the member; nothing is charged. */
  | { readonly outcome: 'changed' }
  /**
   * Orders of plans that their member left have to be closed first: paid after all, they would be a second charge. Those
   * that cannot be closed are waited for until then.
   */
  | { readonly outcome: 'left'; readonly orders: readonly string[]; readonly until: Date }
  | { readonly outcome: 'nothing' }

/**
 * Commits the attempt of a due renewal, under the locks of member and term: price and plan as sold, one key per renewal
 * and try, so that two workers or a restart charge once. Without a timely reminder no attempt is created and the plan
 * ends.
 *
 * @param afterClosing whether it was just tried to close the orders that were left
 */
export async function createRenewal(
  deps: PaymentDeps,
  id: string,
  memberId: string,
  { afterClosing = false }: { readonly afterClosing?: boolean } = {},
): Promise<CreatedRenewal> {
  return deps.db.transaction().execute(async (tx): Promise<CreatedRenewal> => {
    const member = await tx
      .selectFrom('members')
      .select(['state', 'email', 'locale', 'country'])
      .where('id', '=', memberId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const term = await lockSubscription(tx, id)
    const brand = deps.brandOf(term.brand_id)
    if (!brand) throw new Error(`no brand ${term.brand_id}`)
    const now = deps.clock()
    const grace = { graceDays: brand.renewal.graceDays, timeZone: timeZoneOf(member.country) }
    const check = checkRenewal(term, { ...grace, now, reminder: (await reminderOf(tx, term)).state })
    if (check.go === 'wait') return { outcome: 'nothing' }
    if (check.go === 'charge') {
      const orders = await openOrdersBeside(tx, memberId)
      const until = waitedForUntil(term, orders, grace)
      // The plan may be about to be replaced or bought again; if that is not paid, a later run charges the renewal.
      if (orders.some((order) => !isLeft(order, now) || (order.change_of !== null && now < until)))
        return { outcome: 'nothing' }
      if (orders.length > 0 && (!afterClosing || now < until))
        return { outcome: 'left', orders: orders.map((order) => order.id), until }
    }
    // Members who left or were suspended are not charged.
    if (check.go === 'end' || member.state !== 'active') {
      await endUnpaid(deps, tx, term, check.go === 'end' ? check.reason : 'unpaid')
      return { outcome: 'changed' }
    }
    const card = await storedCard(tx, term)
    const connection = card && deps.connections.byId(card.connection)
    if (!card || !connection?.provider.capabilities.renewals) return withoutCard(deps, tx, term, grace)

    const { plan, flow } = renewalPlanOf(term)
    const reference = newId()
    const request: ChargeRequest = {
      reference,
      idempotencyKey: reference,
      amount: { minor: plan.totalMinor, currency: plan.currency },
      source: { method: 'stored', token: card.token, initiator: 'merchant' },
      shopper: {
        reference: memberId,
        email: member.email,
        locale: `${member.locale}-${member.country}`,
        ip: null,
        country: member.country,
      },
      returnUrl: siteLink(deps, term, `/paymentCheck/${connection.provider.name}?reference=${reference}`),
      webhookUrl: siteLink(deps, term, webhookPath(connection)),
      origin: siteLink(deps, term, ''),
      browser: null,
      descriptor: deps.flows.of(term.brand_id, flow.id).descriptor,
    }
    await insert(deps, tx, term, { request, connection, locale: member.locale })
    await markCharging(tx, term, grace)
    return { outcome: 'created', request, connection }
  })
}

/** How long orders that were left and that their providers do not close hold back a renewal. */
const waitedForMs = 24 * 60 * 60_000
/** The renewal is charged so long before the plan would end, whatever is waited for. */
const lastTryMs = 60 * 60_000

/**
 * Until when orders that were left hold the renewal back. One that its provider does not close must not cost the member
 * the plan: the renewal is charged beside it then, and if it is paid all the same, that is refunded unless the member
 * keeps it (`attempts/paid-twice.ts`).
 */
function waitedForUntil(
  term: Subscription,
  orders: readonly { readonly created_at: Date }[],
  grace: Parameters<typeof payableUntil>[1],
): Date {
  const from = Math.max(term.period_end.getTime(), ...orders.map(({ created_at: at }) => at.getTime()))
  return new Date(Math.min(from + waitedForMs, payableUntil(term, grace).getTime() - lastTryMs))
}

/** The member's open orders of plans. */
const openOrdersBeside = (tx: Tx, memberId: string) =>
  openOrders(tx, memberId, 'plans')
    .select(['renewal_of', 'created_at', 'change_of'])
    .where('renewal_of', 'is', null)
    .execute()

async function storedCard(tx: Tx, term: Subscription): Promise<{ connection: string; token: string } | undefined> {
  if (term.card_token_id === null) return undefined
  return tx
    .selectFrom('card_tokens')
    .select(['connection', 'token'])
    .where('member_id', '=', term.member_id)
    .where('id', '=', term.card_token_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Without a card only the member can continue, as when their bank requires them. */
async function withoutCard(
  deps: PaymentDeps,
  tx: Tx,
  term: Subscription,
  grace: { readonly graceDays: number; readonly timeZone: string },
): Promise<CreatedRenewal> {
  const unpaid = await failRenewal(tx, term, {
    ...grace,
    refusal: 'authentication',
    now: deps.clock(),
  })
  await notifyUnpaid(deps, tx, term, unpaid, 'authentication')
  return { outcome: 'changed' }
}

async function insert(
  deps: PaymentDeps,
  tx: Tx,
  term: Subscription,
  { request, connection, locale }: { request: ChargeRequest; connection: Connection; locale: string },
): Promise<void> {
  const { plan, flow } = renewalPlanOf(term)
  const now = deps.clock()
  const checkAt = nextCheck('submitting', 0, now, now)
  await tx
    .insertInto('payment_attempts')
    .values({
      id: request.reference,
      brand_id: term.brand_id,
      member_id: term.member_id,
      order_key: renewalKey(term),
      provider: connection.provider.name,
      connection: connection.id,
      flow_id: flow.id,
      flow_version: flow.version,
      plan_id: plan.id,
      plan: JSON.stringify(plan),
      amount_minor: request.amount.minor,
      currency: request.amount.currency,
      state: 'submitting',
      sealed_request: sealRequest(deps.sealKeys, { request, returnParams: null }),
      card_token_id: term.card_token_id,
      locale,
      created_at: now,
      updated_at: now,
      check_at: checkAt,
      site_origin: term.site_origin,
      renewal_of: term.id,
      renewal_from: term.period_end,
      // Consent to renewals was given with the order that started the term, or with the change of its plan.
      accepts: JSON.stringify({ renewal: false, immediateStart: false, textVersion: '' }),
    })
    .execute()
  await recordTransition(tx, {
    attemptId: request.reference,
    from: 'created',
    to: 'submitting',
    cause: 'charge',
    at: now,
  })
  if (checkAt) await scheduleCheck(tx, request.reference, checkAt)
}

/** One key for each try of each renewal; a unique constraint in the table. */
const renewalKey = (term: Subscription): string =>
  uuidOf(`renewal:${term.id}:${term.period_end.toISOString()}:${term.tries}`)
