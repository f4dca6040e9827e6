import { timeZoneOf } from '@incontro/contract'
import type { Executor } from '#platform/database/database.ts'
import { balancesOf } from '#modules/credits/index.ts'
import { addDays, daysPassed, endOfDays } from '#modules/calendar/index.ts'
import { isPaid } from '../attempts/attempt-machine.ts'
import { toAttempt, type Attempt } from '../attempts/attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import { countryOf } from '../member-country.ts'
import { withdrawalDays } from '../terms.ts'
import { restoredTime, type RestoredPayment } from './restored.ts'
import { heldUpTo } from './lots.ts'
import { underWayMinor } from './left-to-refund.ts'
import { revokedCredit, withoutRevoked, type RevokedCredit } from './revoked-credit.ts'

const dayMs = 86_400_000

/** The effect of withdrawing from an order now. Money in minor units. */
export interface Withdrawable {
  readonly attempt: Attempt
  readonly refundMinor: number
  /** Unused credits that are revoked; 0 for a term. */
  readonly credits: number
  /** Unused time of the term, milliseconds; 0 for a pack. */
  readonly unusedMs: number
  readonly until: Date
  /** Payments that were credited to it, with the time that they get back. */
  readonly restored: readonly RestoredPayment[]
}

/** The last moment of the right to withdraw, by the calendar of the member's country. */
export const withdrawUntil = (grantedAt: Date, country: string): Date => endOfDays(grantedAt, withdrawalDays, country)

/** Days by which the next working day may be later than the last of the 14. */
const mostHolidays = 7

/**
 * What a withdrawal would refund now, or null where there is nothing to withdraw from: not paid, too late, done before, wholly used.
 * Pro rata (directive 2011/83/EU, article 14(3); docs/decisions/012-withdrawing-again.md): of a term by days, of a pack by credits used,
 * gifts counting as spent first. A day that was begun counts as used where the member asked for the start at once and used it.
 * @param state.country of the member @param state.messages those of the member's credits that may be this order's
 * @param state.used whether they used the plan since the term began
 * @param state.revoked what disputes of credited payments took of it @param state.underWay what refunds will take
 */
export function withdrawableNow(
  attempt: Attempt,
  {
    country,
    messages,
    used,
    revoked = { part: 0, ms: 0 },
    underWay = 0,
  }: {
    readonly country: string
    readonly messages: number
    readonly used: boolean
    readonly revoked?: RevokedCredit
    readonly underWay?: number
  },
  now: Date,
): (Omit<Withdrawable, 'restored'> & { readonly share: number }) | null {
  const { granted_at: grantedAt, plan } = attempt
  if (
    grantedAt === null ||
    attempt.withdrawn_at !== null ||
    // Its unused part was credited to another order.
    attempt.replaced_by !== null ||
    attempt.flagged !== null ||
    attempt.provider_ref === null ||
    plan.level === 0
  )
    return null
  if (!isPaid(attempt.state) && attempt.state !== 'partially_refunded') return null
  const until = withdrawUntil(grantedAt, country)
  if (now > until) return null
  const unused = unusedOf(attempt, messages, now, {
    timeZone: timeZoneOf(country),
    begunCounts: used && attempt.accepts.immediateStart,
  })
  const { share, credits, unusedMs } = withoutRevoked(unused, attempt, revoked)
  const refundMinor = Math.min(
    Math.ceil(attempt.amount_minor * share - 1e-9),
    attempt.amount_minor - attempt.refunded_minor - underWay,
  )
  return refundMinor > 0 ? { attempt, refundMinor, credits, unusedMs, until, share } : null
}

interface Counting {
  /** Of the member's country. */
  readonly timeZone: string
  /** Whether a started day counts as used. */
  readonly begunCounts?: boolean
}

/** The unused part of an order. @param messages credits that may come from it */
export function unusedOf(
  { term_start: start, term_end: end, term_resumes_at: resumesAt, plan }: Attempt,
  messages: number,
  now: Date,
  { timeZone, begunCounts = false }: Counting,
): { readonly share: number; readonly credits: number; readonly unusedMs: number } {
  // Until its rest runs on, no time of it is used.
  const at = resumesAt && resumesAt > now ? resumesAt : now
  return start && end
    ? unusedTerm(start, end, at, { timeZone, begunCounts: begunCounts && at === now })
    : unusedCredits(plan.credits, messages)
}

function unusedTerm(start: Date, end: Date, now: Date, { timeZone, begunCounts }: Counting) {
  const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs))
  const used = daysPassed(start, now, timeZone) + (begunCounts && now > start ? 1 : 0)
  return {
    share: Math.max(0, days - used) / days,
    credits: 0,
    unusedMs: Math.max(0, end.getTime() - Math.max(now.getTime(), start.getTime())),
  }
}

function unusedCredits(sold: number, messages: number) {
  const credits = Math.min(sold, messages)
  return { share: sold === 0 ? 0 : credits / sold, credits, unusedMs: 0 }
}

/** Days after withdrawing from a pack in which another one counts as bought again; for a term, its length. */
const packPeriodDays = 30

/**
 * Whether an order was bought again after a withdrawal from one of the same kind, while that one would still have run:
 * it continues what was tried and refunded before, and has no right of withdrawal of its own.
 */
export const isBoughtAgain = (attempt: Attempt, others: readonly Attempt[], timeZone: string): boolean =>
  others.some(({ id, withdrawn_at: withdrawnAt, granted_at: grantedAt, term_end: termEnd }) => {
    if (id === attempt.id || !withdrawnAt || !grantedAt || (termEnd === null) !== (attempt.term_end === null))
      return false
    const until = termEnd ?? addDays(grantedAt, packPeriodDays, timeZone)
    return withdrawnAt <= attempt.created_at && attempt.created_at < until
  })

type Deps = Pick<PaymentDeps, 'hasUsedPlan'>

/** The current refund of withdrawing from an order; null for nothing, or the reason why there is no right to it. */
export async function withdrawableOf(
  deps: Deps,
  executor: Executor,
  attempt: Attempt,
  now: Date,
): Promise<Withdrawable | 'withdrawn before' | null> {
  const country = await countryOf(executor, attempt.member_id)
  const balances = await balancesOf(executor, attempt.member_id)
  const messages = await heldUpTo(executor, attempt, balances.messages)
  const used = attempt.term_start !== null && (await deps.hasUsedPlan(executor, attempt.member_id, attempt.term_start))
  const revoked = await revokedCredit(executor, attempt)
  const underWay = await underWayMinor(executor, attempt.id)
  const withdrawable = withdrawableNow(attempt, { country, messages, used, revoked, underWay }, now)
  if (!withdrawable) return null
  if (isBoughtAgain(attempt, await withdrawnOrders(executor, attempt.member_id), timeZoneOf(country)))
    return 'withdrawn before'
  const { share, ...due } = withdrawable
  return { ...due, restored: await restoredTime(executor, attempt, share) }
}

async function withdrawnOrders(executor: Executor, memberId: string): Promise<readonly Attempt[]> {
  const rows = await executor
    .selectFrom('payment_attempts')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('withdrawn_at', 'is not', null)
    .execute()
  return rows.map(toAttempt)
}

/** Everything the member can withdraw from now, newest first. */
export async function withdrawables(
  deps: Deps,
  executor: Executor,
  memberId: string,
  now: Date,
): Promise<readonly Withdrawable[]> {
  const rows = await executor
    .selectFrom('payment_attempts')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('granted_at', '>=', new Date(now.getTime() - (withdrawalDays + mostHolidays) * dayMs))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  const found = await Promise.all(rows.map((row) => withdrawableOf(deps, executor, toAttempt(row), now)))
  return found.filter((one) => one !== null && one !== 'withdrawn before')
}
