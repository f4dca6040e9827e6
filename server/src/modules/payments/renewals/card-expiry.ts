import { sql } from 'kysely'
import type { Executor, Tx } from '#platform/database/database.ts'
import { sweepDue } from '#platform/jobs/sweep.ts'
import { smallestId } from '#platform/ids.ts'
import { addDays } from '#modules/calendar/index.ts'
import { lockSubscription, type Subscription } from '#modules/subscriptions/index.ts'
import { cardMonth } from '../cards/card-month.ts'
import type { PaymentDeps } from '../deps.ts'
import { emailAboutPlan } from './plan-email.ts'

/** How long before a card expires the member is notified, where the reminder of the renewal does not do it. */
const noticeDays = 30
/** No plan has a longer period. */
const longestPeriodDays = 400

type Renewing = Pick<Subscription, 'member_id' | 'card_token_id' | 'period_start' | 'period_end'>

/**
 * The last month of the card that pays a plan's renewals, as `2030-08`, if it is over before the next one. Null for a card
 * that had expired when the period began, with which that was paid all the same.
 */
export async function monthOfExpiringCard(executor: Executor, term: Renewing): Promise<string | null> {
  if (term.card_token_id === null) return null
  const card = await executor
    .selectFrom('card_tokens')
    .select('expires_at')
    .where('member_id', '=', term.member_id)
    .where('id', '=', term.card_token_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const expiresAt = card?.expires_at ?? null
  return expiresAt && expiresAt > term.period_start && expiresAt <= term.period_end ? cardMonth(expiresAt) : null
}

/** Records that the member was notified about the card, in the transaction of the email. */
export const markCardNotified = (tx: Tx, id: string, now: Date) =>
  tx.updateTable('subscriptions').set({ card_notice_at: now }).where('id', '=', id).execute()

/**
 * Tells members whose card expires within a month and before the renewal, unless the reminder of the renewal said so or
 * will say so before: a card that became known afterwards, or that expires long before the renewal.
 */
export const sendCardNotices = (deps: PaymentDeps, until: number): Promise<void> =>
  sweepDue({
    start: { expires_at: new Date(0), id: smallestId },
    rowsAfter: (last: Place, size): Promise<Due[]> => dueAfter(deps, last, size),
    work: ({ id, member_id: memberId }) => sendCardNotice(deps, id, memberId),
    onError: (error, { id }) => deps.log.error({ err: error, subscription: id }, 'an expiring card was not announced'),
    keyOf: (term) => term.member_id,
    size: 200,
    concurrency: 4,
    until,
  })

interface Place {
  readonly expires_at: Date | null
  readonly id: string
}
interface Due extends Place {
  readonly member_id: string
}

const dueAfter = ({ db, clock }: PaymentDeps, last: Place, size: number): Promise<Due[]> =>
  db
    .selectFrom('card_tokens as c')
    .innerJoin('subscriptions as s', (on) =>
      on.onRef('s.member_id', '=', 'c.member_id').onRef('s.card_token_id', '=', 'c.id'),
    )
    .select(['s.id', 's.member_id', 'c.expires_at'])
    .where('c.removed_at', 'is', null)
    .where('c.expires_at', '<=', addDays(clock(), noticeDays, 'UTC'))
    .where('c.expires_at', '>', addDays(clock(), -longestPeriodDays, 'UTC'))
    .where('s.state', '=', sql.lit('active'))
    .where('s.renews', '=', sql.lit(true))
    .where('s.card_notice_at', 'is', null)
    .where('s.period_end', '>', clock())
    .whereRef('c.expires_at', '<=', 's.period_end')
    .whereRef('c.expires_at', '>', 's.period_start')
    .where((eb) => eb.or([eb('s.notice_sent_at', 'is not', null), eb('s.notice_due_at', '>=', eb.ref('c.expires_at'))]))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('c.expires_at', 's.id'), '>', tuple(last.expires_at, last.id)))
    .orderBy('c.expires_at')
    .orderBy('s.id')
    .limit(size)
    .execute()

const sendCardNotice = (deps: PaymentDeps, id: string, memberId: string): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow()
    const term = await lockSubscription(tx, id)
    const now = deps.clock()
    if (term.state !== 'active' || !term.renews || term.card_notice_at !== null || term.period_end <= now) return
    const cardExpires = await monthOfExpiringCard(tx, term)
    if (cardExpires === null) return
    await emailAboutPlan(deps, tx, term, 'card-expiring', { renewsAt: term.period_end.toISOString(), cardExpires })
    await markCardNotified(tx, id, now)
  })
