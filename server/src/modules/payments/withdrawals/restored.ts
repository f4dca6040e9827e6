import { sql } from 'kysely'
import type { Executor, Tx } from '#platform/database/database.ts'
import type { Subscription } from '#modules/subscriptions/index.ts'
import { nothingLeft } from '../attempts/attempt-machine.ts'
import { attemptColumns, toAttempt, type Attempt } from '../attempts/attempts.ts'

/** A payment whose unused part was credited to a larger plan, and the time of it that comes back. */
export interface RestoredPayment {
  readonly attempt: Attempt
  readonly ms: number
}

/**
 * The time that comes back to the payments credited to an order, when its unused `share` is taken back: so much of what
 * was credited is unused, too. Credit is never paid out, since their own refund is theirs.
 */
export async function restoredTime(
  executor: Executor,
  { id, member_id: memberId, credit_minor: credit, granted_at: grantedAt }: Attempt,
  share: number,
): Promise<readonly RestoredPayment[]> {
  if (credit === 0 || grantedAt === null) return []
  const rows = await executor
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('member_id', '=', memberId)
    .where('replaced_by', '=', id)
    .where('state', 'not in', nothingLeft)
    .orderBy('term_start')
    .execute()
  return rows.map(toAttempt).map((attempt) => {
    const unusedMs = timeLeft(attempt, grantedAt)
    return { attempt, ms: Math.floor(Math.max(0, unusedMs) * share) }
  })
}

export const totalMs = (restored: readonly RestoredPayment[]): number => restored.reduce((sum, { ms }) => sum + ms, 0)

/** Gives the payments their time back, one after the other from `now`; their used part stays before it. */
export async function restorePayments(tx: Tx, restored: readonly RestoredPayment[], now: Date): Promise<void> {
  let end = now.getTime()
  for (const { attempt, ms } of restored) {
    end += ms
    const length = lengthOf(attempt)
    await tx
      .updateTable('payment_attempts')
      .set({
        replaced_by: null,
        credited_minor: null,
        ...timeUntil(new Date(end), length, ms),
      })
      .where('id', '=', attempt.id)
      .execute()
  }
}

type Term = Pick<Attempt, 'term_start' | 'term_end' | 'term_resumes_at'>

const lengthOf = ({ term_start: start, term_end: end }: Term): number =>
  start && end ? end.getTime() - start.getTime() : 0

/** How much of an order's time was left at `at`. */
const timeLeft = ({ term_start: start, term_end: end, term_resumes_at: resumesAt }: Term, at: Date): number =>
  start && end ? end.getTime() - Math.max(at.getTime(), start.getTime(), resumesAt?.getTime() ?? 0) : 0

/** A period that ends at `end`, of which only the last `left` milliseconds are unused. */
const timeUntil = (end: Date, length: number, left: number) => ({
  term_start: new Date(end.getTime() - length),
  term_end: end,
  term_resumes_at: new Date(end.getTime() - Math.min(left, length)),
})

/**
 * Places time that was taken from an order and comes back. If the order still runs, what was bought after it moves
 * back; otherwise it runs when everything else has: the member's term then ends at `end`.
 * @param ms how much of it had been taken @param revokedMs what of it stays taken
 */
export async function resumeOrder(
  tx: Tx,
  order: Attempt,
  {
    ms,
    revokedMs,
    end,
    now,
  }: { readonly ms: number; readonly revokedMs: number; readonly end: Date; readonly now: Date },
): Promise<void> {
  if (!order.term_end) return
  const cutAt = new Date(order.term_end.getTime() - revokedMs - ms)
  if (cutAt > now) return moveLaterOrders(tx, order, cutAt, ms)
  await tx
    .updateTable('payment_attempts')
    .set(timeUntil(new Date(end.getTime() + revokedMs), lengthOf(order), ms + revokedMs))
    .where('id', '=', order.id)
    .execute()
}

/** Moves the other orders of the same member whose time starts at `from` or later; forward if `ms` is negative. */
export async function moveLaterOrders(
  tx: Tx,
  { id, member_id: memberId }: Pick<Attempt, 'member_id'> & Partial<Pick<Attempt, 'id'>>,
  from: Date,
  ms: number,
): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({
      term_start: moved('term_start', ms),
      term_end: moved('term_end', ms),
      term_resumes_at: moved('term_resumes_at', ms),
    })
    .where('member_id', '=', memberId)
    .where('granted_at', 'is not', null)
    .$if(id !== undefined, (orders) => orders.where('id', '<>', id!))
    .where('replaced_by', 'is', null)
    .where(runsFrom, '>=', from)
    .execute()
}

/**
 * Pauses the orders that run at `now`: what is left of them begins again after `ms`, and what was bought later follows.
 */
export async function pauseOrders(tx: Tx, memberId: string, now: Date, ms: number): Promise<void> {
  await moveLaterOrders(tx, { member_id: memberId }, now, ms)
  await tx
    .updateTable('payment_attempts')
    .set({
      term_start: moved('term_start', ms),
      term_end: moved('term_end', ms),
      term_resumes_at: new Date(now.getTime() + ms),
    })
    .where('member_id', '=', memberId)
    .where('granted_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .where('replaced_by', 'is', null)
    .where('state', 'not in', nothingLeft)
    .where(runsFrom, '<', now)
    .where('term_end', '>', now)
    .execute()
}

const moved = (column: keyof Term, ms: number) => sql<Date>`${sql.ref(column)} + ${ms} * interval '1 millisecond'`

const runsFrom = sql<Date>`coalesce(term_resumes_at, term_start)`

export const restoredUntil = (restored: readonly RestoredPayment[], now: Date): Date =>
  new Date(now.getTime() + totalMs(restored))

/**
 * A term without renewal is that of the payment which runs last: after a withdrawal it may be another one than the
 * order that started the term. One that renews stays what it renews to.
 */
export async function runOnAsLast(tx: Tx, term: Subscription, now: Date): Promise<Subscription> {
  if (term.renews) return term
  const row = await tx
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('member_id', '=', term.member_id)
    .where('granted_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .where('replaced_by', 'is', null)
    .where('term_end', '>', now)
    .where('state', 'not in', nothingLeft)
    .orderBy('term_end', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return term
  const { plan, flow_id, flow_version } = toAttempt(row)
  if (plan.id === term.plan_id) return term
  await tx
    .updateTable('subscriptions')
    .set({ plan_id: plan.id, plan: JSON.stringify(plan), flow_id, flow_version })
    .where('id', '=', term.id)
    .execute()
  return { ...term, plan_id: plan.id, plan, flow_id, flow_version }
}
