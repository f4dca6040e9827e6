import { decimal } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor } from '../../../platform/database.ts'
import { lockSubscription, renewalPlanOf, timelySince, type Subscription } from '../../subscriptions/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { markCardTold, monthOfExpiringCard } from './card-expiry.ts'
import { emailAboutPlan } from './plan-email.ts'

/** Sends due renewal reminders; `notice_sent_at` and the email are written in one transaction. */
export async function sendReminders(deps: PaymentDeps, batch = 200): Promise<void> {
  const now = deps.clock()
  // A late reminder would announce a charge that may not be made.
  const due = await deps.db
    .selectFrom('subscriptions')
    .select(['id', 'member_id'])
    .where('state', '=', sql.lit('active'))
    .where('renews', '=', sql.lit(true))
    .where('notice_sent_at', 'is', null)
    .where('notice_due_at', '<=', now)
    .where('notice_due_at', '>=', timelySince(now))
    .orderBy('notice_due_at')
    .limit(batch)
    .execute()
  for (const { id, member_id: memberId } of due) {
    await sendReminder(deps, id, memberId).catch((error: unknown) =>
      deps.log.error({ err: error, subscription: id }, 'a renewal was not announced'),
    )
  }
}

async function sendReminder(deps: PaymentDeps, id: string, memberId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow()
    const term = await lockSubscription(tx, id)
    const now = deps.clock()
    if (term.state !== 'active' || !term.renews || term.notice_sent_at !== null || term.period_end <= now) return
    const cardExpires = await monthOfExpiringCard(tx, term)
    await emailAboutPlan(deps, tx, term, 'renewal-notice', { renewsAt: term.period_end.toISOString(), cardExpires })
    await tx.updateTable('subscriptions').set({ notice_sent_at: now }).where('id', '=', id).execute()
    if (cardExpires !== null) await markCardTold(tx, id, now)
  })
}

/** State of this renewal's reminder, with its price: accepted by the mail server, waiting, or lost. */
export async function reminderOf(executor: Executor, term: Subscription): Promise<'sent' | 'queued' | 'lost'> {
  const { plan } = renewalPlanOf(term)
  const announced = {
    subscription: term.id,
    renewsAt: term.period_end.toISOString(),
    total: decimal(plan.totalMinor, plan.currency),
  }
  const emails = await executor
    .selectFrom('emails')
    .select('state')
    .where('member_id', '=', term.member_id)
    .where('kind', '=', 'renewal-notice')
    .where('props', '@>', JSON.stringify(announced))
    .execute()
  if (emails.some(({ state }) => state === 'sent')) return 'sent'
  return emails.some(({ state }) => state === 'queued') ? 'queued' : 'lost'
}
