import type { Executor } from '../../platform/database.ts'
import { reminderDue } from './renewal-rules.ts'
import { currentSubscription, type Subscription } from './subscriptions.ts'

export type Cancellation =
  | { readonly outcome: 'cancelled' | 'cancelled before'; readonly term: Subscription; readonly endsAt: Date }
  | { readonly outcome: 'nothing to cancel' }

/** Ends the renewing of the member's plan; it runs to the end of what was paid. Asked twice it answers the same. */
export async function cancelSubscription(tx: Executor, memberId: string, now: Date): Promise<Cancellation> {
  const term = await lockCurrent(tx, memberId, now)
  if (!term?.renews) return { outcome: 'nothing to cancel' }
  // What is not paid for ends now.
  const endsAt = term.period_end > now ? term.period_end : now
  if (term.state === 'cancelled') return { outcome: 'cancelled before', term, endsAt }
  await tx
    .updateTable('subscriptions')
    .set({ state: 'cancelled', cancelled_at: now, next_try_at: null })
    .where('id', '=', term.id)
    .execute()
  return { outcome: 'cancelled', term, endsAt }
}

export type Resumption =
  | { readonly outcome: 'resumed' | 'renews already'; readonly term: Subscription }
  | { readonly outcome: 'nothing to resume' }

/**
 * Takes a cancellation back while the paid term runs. A reminder already sent still counts; otherwise one is due as for a term that begins now.
 * A renewal needs a stored card: without one there is nothing to resume.
 */
export async function resumeSubscription(
  tx: Executor,
  memberId: string,
  input: { now: Date; noticeDays: number },
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
      ...(term.notice_sent_at === null ? { notice_due_at: reminderDue(now, term.period_end, input.noticeDays) } : {}),
    })
    .where('id', '=', term.id)
    .execute()
  return { outcome: 'resumed', term }
}

/** Member first, as everything that touches level and term does. */
async function lockCurrent(tx: Executor, memberId: string, now: Date): Promise<Subscription | undefined> {
  await tx.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirst()
  return currentSubscription(tx, memberId, now)
}
