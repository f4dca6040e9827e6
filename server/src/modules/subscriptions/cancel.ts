import type { Executor } from '#platform/database/database.ts'
import { reminderDue } from './renewal-rules.ts'
import { currentSubscription, type Subscription } from './subscriptions.ts'

export type Cancellation =
  | { readonly outcome: 'cancelled' | 'cancelled before'; readonly term: Subscription; readonly endsAt: Date }
  | { readonly outcome: 'nothing to cancel' }

/** Cancels renewals of the member's plan, which runs to the end of the paid period. Idempotent. */
export async function cancelSubscription(tx: Executor, memberId: string, now: Date): Promise<Cancellation> {
  const term = await lockCurrent(tx, memberId, now)
  if (!term?.renews) return { outcome: 'nothing to cancel' }
  // An unpaid period ends now.
  const endsAt = term.period_end > now ? term.period_end : now
  if (term.state === 'cancelled') return { outcome: 'cancelled before', term, endsAt }
  await tx
    .updateTable('subscriptions')
    .set({
      state: 'cancelled',
      cancelled_at: now,
      next_try_at: null,
      // A reminder of the changed plan announces nothing any more: resumed, it renews as before.
      ...(term.next_plan ? { next_plan: null, notice_sent_at: null } : {}),
    })
    .where('id', '=', term.id)
    .execute()
  return { outcome: 'cancelled', term, endsAt }
}

export type Resumption =
  | { readonly outcome: 'resumed' | 'renews already'; readonly term: Subscription }
  | { readonly outcome: 'nothing to resume' }

/**
 * Resumes renewals while the paid period runs. A reminder already sent counts; otherwise one is scheduled as for a term
 * that starts now. Requires a stored card.
 */
export async function resumeSubscription(
  tx: Executor,
  memberId: string,
  input: { now: Date; noticeDays: number; timeZone: string },
): Promise<Resumption> {
  const { now } = input
  const term = await lockCurrent(tx, memberId, now)
  if (!term?.renews || !term.card_token_id || term.period_end <= now) return { outcome: 'nothing to resume' }
  if (term.state !== 'cancelled') return { outcome: 'renews already', term }
  await tx
    .updateTable('subscriptions')
    .set({
      state: 'active',
      cancelled_at: null,
      next_try_at: term.period_end,
      ...(term.notice_sent_at === null
        ? { notice_due_at: reminderDue(now, term.period_end, input.noticeDays, input.timeZone) }
        : {}),
    })
    .where('id', '=', term.id)
    .execute()
  return { outcome: 'resumed', term }
}

/** Locks the member first, like everything that changes level and term. */
export async function lockCurrent(tx: Executor, memberId: string, now: Date): Promise<Subscription | undefined> {
  await tx.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirst()
  return currentSubscription(tx, memberId, now)
}
