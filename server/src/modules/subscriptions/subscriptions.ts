import type { Selectable } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import type { Subscription as Row } from '#platform/database/database-types.ts'
import { newId } from '#platform/ids.ts'
import type { RatePlan } from '#modules/flows/index.ts'
import { anchorFrom, endOfPeriod } from '#modules/calendar/index.ts'
import { reminderDue } from './renewal-rules.ts'

/** A plan as sold, and the version of the flow that priced it. */
export interface SoldPlan {
  readonly plan: RatePlan
  readonly flow: { readonly id: string; readonly version: string }
}

/** A paid term, renewing or not, with the plan as sold. */
export type Subscription = Omit<Selectable<Row>, 'plan' | 'next_plan'> & {
  readonly plan: RatePlan
  /** The plan from the next renewal on, if the member has changed it. */
  readonly next_plan: SoldPlan | null
}

/** What the next renewal charges and extends. */
export const renewalPlanOf = (term: Subscription): SoldPlan =>
  term.next_plan ?? { plan: term.plan, flow: { id: term.flow_id, version: term.flow_version } }

// The column is only written below, from this type.
const toSubscription = (row: Selectable<Row>): Subscription => row as unknown as Subscription

/** The member's current term; cancelled ones count until their end. */
export async function currentSubscription(
  executor: Executor,
  memberId: string,
  now: Date,
): Promise<Subscription | undefined> {
  const row = await executor
    .selectFrom('subscriptions')
    .selectAll()
    .where('member_id', '=', memberId)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['active', 'past_due']),
        eb.and([eb('state', '=', 'cancelled'), eb('period_end', '>', now)]),
      ]),
    )
    .orderBy('period_end', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toSubscription(row)
}

/** Locks a term's row. The caller holds the member's lock. */
export async function lockSubscription(tx: Executor, id: string): Promise<Subscription> {
  return toSubscription(
    await tx.selectFrom('subscriptions').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(),
  )
}

export interface NewTerm {
  readonly brandId: string
  readonly memberId: string
  readonly plan: RatePlan
  readonly flow: { readonly id: string; readonly version: string }
  readonly cardTokenId: string | null
  /** Days of notice before a renewal. */
  readonly noticeDays: number
  readonly siteOrigin: string | null
  /** Its price was reduced by the remaining time of the running term, which therefore ends now. */
  readonly isUpgrade: boolean
  readonly at: Date
  /** Of the member's country. */
  readonly timeZone: string
}

/** The period that a plan adds, and the day from which its following ones are counted. */
export interface NewPeriod {
  readonly from: Date
  readonly until: Date
  readonly anchor: Date
}

/**
 * The period that buying a plan adds: after a running term that is not credited, and with the days of that one's
 * contract; otherwise from now. What the page promises and what is stored.
 */
export function periodAdded(
  running: Pick<Subscription, 'period_end' | 'anchored_at'> | undefined,
  period: NonNullable<RatePlan['period']>,
  { at, isUpgrade, timeZone }: Pick<NewTerm, 'at' | 'isUpgrade' | 'timeZone'>,
): NewPeriod {
  const isAppended = running !== undefined && running.period_end > at && !isUpgrade
  const from = isAppended ? running.period_end : at
  const anchor = isAppended ? anchorFrom(running.anchored_at, from, timeZone) : at
  return { from, until: endOfPeriod(anchor, from, period, timeZone), anchor }
}

/** The term, and the period added by it. */
export interface StartedTerm {
  readonly term: Subscription
  readonly bought: { readonly from: Date; readonly until: Date }
}

/**
 * Starts a paid term, in the transaction that grants it. A running term is replaced: its remaining time is added, unless
 * it was credited, and it no longer renews, so that the member never pays for two. The caller holds the member's row
 * lock.
 * @throws for a plan without a period
 */
export async function startSubscription(tx: Executor, input: NewTerm): Promise<StartedTerm> {
  const { plan, at } = input
  if (!plan.period) throw new Error(`plan ${plan.id} has no period`)
  const running = await currentSubscription(tx, input.memberId, at)
  const { from, until, anchor } = periodAdded(running, plan.period, input)
  await tx
    .updateTable('subscriptions')
    .set({ state: 'ended', next_try_at: null })
    .where('member_id', '=', input.memberId)
    .where('state', '<>', 'ended')
    .execute()
  const row = await tx
    .insertInto('subscriptions')
    .values({
      id: newId(),
      brand_id: input.brandId,
      member_id: input.memberId,
      plan_id: plan.id,
      plan: JSON.stringify(plan),
      flow_id: input.flow.id,
      flow_version: input.flow.version,
      state: 'active',
      renews: plan.renews,
      card_token_id: input.cardTokenId,
      started_at: at,
      period_start: at,
      period_end: until,
      anchored_at: anchor,
      site_origin: input.siteOrigin,
      next_try_at: plan.renews ? until : null,
      notice_due_at: plan.renews ? reminderDue(at, until, input.noticeDays, input.timeZone) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { term: toSubscription(row), bought: { from, until } }
}

/** Sets the card of a term's renewals, if it was reported only after the start. */
export async function setRenewalCard(tx: Executor, subscriptionId: string, cardTokenId: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ card_token_id: cardTokenId, card_notice_at: null })
    .where('id', '=', subscriptionId)
    .where('card_token_id', 'is', null)
    .execute()
}
