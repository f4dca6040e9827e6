import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { anchorFrom } from '#modules/calendar/index.ts'
import { reminderDue } from './renewal-rules.ts'
import { currentSubscription, type Subscription } from './subscriptions.ts'

/**
 * Removes unused time from the member's running term, when the order that bought it is withdrawn from. If the term was
 * sold with that order, it no longer renews; without time left, it ends. The caller holds the member's row lock.
 * @param input.unusedMs milliseconds
 * @returns the term that still runs, if any
 */
export async function shortenTerm(
  tx: Executor,
  memberId: string,
  input: { subscriptionId: string | null; unusedMs: number; noticeDays: number; timeZone: string; now: Date },
): Promise<Subscription | null> {
  const term = await currentSubscription(tx, memberId, input.now)
  if (!term) return null
  const end = new Date(term.period_end.getTime() - input.unusedMs)
  const own = term.id === input.subscriptionId
  if (end <= input.now) {
    await tx
      .updateTable('subscriptions')
      .set({ ...withoutRenewal(input.now), state: 'ended', period_end: input.now })
      .where('id', '=', term.id)
      .execute()
    return null
  }
  const row = await tx
    .updateTable('subscriptions')
    .set({
      period_end: end,
      anchored_at: anchorFrom(term.anchored_at, end, input.timeZone),
      ...(own ? { ...withoutRenewal(input.now), state: 'cancelled' } : {}),
      // It renews on another day than an earlier reminder announced.
      ...(!own && term.next_try_at
        ? {
            next_try_at: end,
            notice_sent_at: null,
            notice_due_at: reminderDue(input.now, end, input.noticeDays, input.timeZone),
          }
        : {}),
    })
    .where('id', '=', term.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as unknown as Subscription
}

/** Without a renewal there is none at which the plan could change, either. */
const withoutRenewal = (now: Date) =>
  ({ renews: false, cancelled_at: now, next_try_at: null, next_plan: null }) as const

/**
 * Ends a term's renewals for good: what is paid of it runs on, and a renewal that is being charged is the last. One
 * that waits for a payment is over. The caller holds the member's row lock.
 */
export async function stopRenewals(tx: Executor, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({
      ...withoutRenewal(now),
      // Of one that has ended, a renewal may still be reported as paid, which starts it again.
      state: sql<string>`case state when 'ended' then state else 'cancelled' end`,
    })
    .where('id', '=', id)
    .where('renews', '=', true)
    .execute()
}

/**
 * Restores time that `shortenTerm` removed: to the running term, or to the one it was removed from, which then runs
 * again without renewal. The caller holds the member's row lock.
 * @returns the term that runs now, if any
 */
export async function lengthenTerm(
  tx: Executor,
  memberId: string,
  input: { subscriptionId: string | null; unusedMs: number; noticeDays: number; timeZone: string; now: Date },
): Promise<Subscription | null> {
  const { now, unusedMs } = input
  const term = await currentSubscription(tx, memberId, now)
  if (!term && input.subscriptionId === null) return null
  const end = new Date((term && term.period_end > now ? term.period_end : now).getTime() + unusedMs)
  const row = await tx
    .updateTable('subscriptions')
    .set(
      term
        ? {
            period_end: end,
            anchored_at: anchorFrom(term.anchored_at, end, input.timeZone),
            // Days of grace follow the paid ones: they must not end the term before those.
            grace_until:
              term.grace_until && new Date(term.grace_until.getTime() + end.getTime() - term.period_end.getTime()),
            ...(term.next_try_at
              ? {
                  next_try_at: end,
                  notice_sent_at: null,
                  notice_due_at: reminderDue(now, end, input.noticeDays, input.timeZone),
                }
              : {}),
          }
        : {
            state: 'cancelled',
            renews: false,
            period_start: now,
            period_end: end,
            anchored_at: now,
            next_try_at: null,
          },
    )
    .where('id', '=', term?.id ?? input.subscriptionId)
    .returningAll()
    .executeTakeFirst()
  return row ? (row as unknown as Subscription) : null
}
