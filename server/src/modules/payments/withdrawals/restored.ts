import type { Executor, Tx } from '../../../platform/database.ts'
import type { Subscription } from '../../subscriptions/index.ts'
import { attemptColumns, toAttempt, type Attempt } from '../attempts/attempts.ts'

/** A payment whose unused part was credited to a larger plan, and the time of it that comes back. */
export interface RestoredPayment {
  readonly attempt: Attempt
  readonly ms: number
}

/** States of payments whose time was revoked. */
const without = ['disputed', 'lost', 'failed', 'refunded'] as const

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
    .where('state', 'not in', without)
    .orderBy('term_start')
    .execute()
  return rows.map(toAttempt).map((attempt) => {
    const { term_start: start, term_end: end } = attempt
    const unusedMs = start && end ? end.getTime() - Math.max(grantedAt.getTime(), start.getTime()) : 0
    return { attempt, ms: Math.floor(Math.max(0, unusedMs) * share) }
  })
}

export const totalMs = (restored: readonly RestoredPayment[]): number => restored.reduce((sum, { ms }) => sum + ms, 0)

/** Gives the payments their time back, one after the other from `now`; their used part stays before it. */
export async function restorePayments(tx: Tx, restored: readonly RestoredPayment[], now: Date): Promise<void> {
  let end = now.getTime()
  for (const { attempt, ms } of restored) {
    end += ms
    const { term_start: start, term_end: before } = attempt
    const length = start && before ? before.getTime() - start.getTime() : 0
    await tx
      .updateTable('payment_attempts')
      .set({
        replaced_by: null,
        credited_minor: null,
        term_start: new Date(end - length),
        term_end: new Date(end),
      })
      .where('id', '=', attempt.id)
      .execute()
  }
}

export const restoredUntil = (restored: readonly RestoredPayment[], now: Date): Date =>
  new Date(now.getTime() + totalMs(restored))

/**
 * A term without renewal is that of the payment which runs last: after a withdrawal it may be another one than the order
 * that started the term. One that renews stays what it renews to.
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
    .where('state', 'not in', without)
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
