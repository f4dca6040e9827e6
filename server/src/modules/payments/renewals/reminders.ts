import { decimal } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor, Tx } from '#platform/database/database.ts'
import { smallestId, uuidOf } from '#platform/ids.ts'
import { sweepDue } from '#platform/jobs/sweep.ts'
import { planBesideMail } from '#modules/outreach/index.ts'
import {
  isTimely,
  lockSubscription,
  renewalPlanOf,
  timelySince,
  timelyUntil,
  type Subscription,
} from '#modules/subscriptions/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { markCardNotified, monthOfExpiringCard } from './card-expiry.ts'
import { emailAboutPlan } from './plan-email.ts'

/**
 * Sends due renewal reminders; `notice_sent_at` and the email are written in one transaction. One that did not leave or
 * has bounced is made again while that is in time.
 */
export async function sendReminders(
  deps: PaymentDeps,
  { size = 200, until = Infinity }: { readonly size?: number; readonly until?: number } = {},
): Promise<void> {
  // Those that were lost stay due for a day, however often nothing can be done: they are never in the way of a first
  // one.
  for (const which of ['first', 'lost'] as const)
    await sweepDue({
      start: { notice_due_at: new Date(0), id: smallestId },
      rowsAfter: (last: Place, most): Promise<Due[]> => dueAfter(deps, which, last, most),
      work: ({ id, member_id: memberId }) => sendReminder(deps, id, memberId),
      onError: (error, { id }) => deps.log.error({ err: error, subscription: id }, 'a renewal was not announced'),
      keyOf: (term) => term.member_id,
      size,
      concurrency: 4,
      until,
    })
}

interface Place {
  readonly notice_due_at: Date | null
  readonly id: string
}
interface Due extends Place {
  readonly member_id: string
}

function dueAfter({ db, clock }: PaymentDeps, which: 'first' | 'lost', last: Place, size: number): Promise<Due[]> {
  const now = clock()
  return (
    db
      .selectFrom('subscriptions as s')
      .select(['s.id', 's.member_id', 's.notice_due_at'])
      .where('s.state', '=', sql.lit('active'))
      .where('s.renews', '=', sql.lit(true))
      .where('s.notice_due_at', '<=', now)
      // A late reminder would announce a charge that may not be made.
      .where('s.notice_due_at', '>=', timelySince(now))
      .$if(which === 'first', (terms) => terms.where('s.notice_sent_at', 'is', null))
      .$if(which === 'lost', (terms) =>
        terms.where('s.notice_sent_at', 'is not', null).where(sql<boolean>`not ${underWay}`),
      )
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('s.notice_due_at', 's.id'), '>', tuple(last.notice_due_at, last.id)),
      )
      .orderBy('s.notice_due_at')
      .orderBy('s.id')
      .limit(size)
      .execute()
  )
}

/** The email `e` announces this renewal of the term `s`. */
const announcesTerm = sql`e.member_id = s.member_id and e.kind = 'renewal-notice'
  and e.props @> jsonb_build_object('subscription', s.id, 'renewsAt',
    to_char(s.period_end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

/** A reminder waits, or has left and not come back. */
const underWay = sql<boolean>`exists (select from emails e where ${announcesTerm} and e.state in ('queued', 'sent'))`

async function sendReminder(deps: PaymentDeps, id: string, memberId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const member = await tx
      .selectFrom('members')
      .select('email')
      .where('id', '=', memberId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const term = await lockSubscription(tx, id)
    const now = deps.clock()
    if (term.state !== 'active' || !term.renews || term.period_end <= now) return
    if (term.notice_sent_at !== null) {
      const lost = await lostReminders(tx, term)
      if (lost.length === 0) return
      if (await deps.isStopped(tx, { brandId: term.brand_id, address: member.email }))
        return announceElsewhere(tx, term, lost.length, now)
      if (!mayRepeat(lost, now)) return
    }
    const cardExpires = await monthOfExpiringCard(tx, term)
    await emailAboutPlan(deps, tx, term, 'renewal-notice', { renewsAt: term.period_end.toISOString(), cardExpires })
    await tx.updateTable('subscriptions').set({ notice_sent_at: now }).where('id', '=', id).execute()
    if (cardExpires !== null) await markCardNotified(tx, id, now)
  })
}

const pauseMs = 3_600_000

/** The emails about this renewal, if all were lost. */
async function lostReminders(tx: Tx, term: Subscription) {
  const emails = await remindersOf(tx, term)
  return emails.some(({ state }) => state === 'sent' || state === 'queued') ? [] : emails
}

/** The first lost reminder is made again at once; what is lost again would be lost every minute. */
function mayRepeat(lost: Awaited<ReturnType<typeof lostReminders>>, now: Date): boolean {
  const last = Math.max(...lost.map((email) => email.created_at.getTime()))
  return lost.length < 2 || now.getTime() - last >= pauseMs
}

/**
 * No mail reaches the member, so their devices and their chat with the bot bring them to the page that has the
 * reminder's facts and asks for another address, once for each reminder that was lost. It is no reminder: that is a
 * mail (rule 13.4), which a new address gets if it is given in time.
 */
const announceElsewhere = (tx: Tx, { id, member_id: memberId, period_end }: Subscription, lost: number, at: Date) =>
  planBesideMail(tx, {
    memberId,
    event: 'renewal',
    about: uuidOf(`lost reminder ${id} ${period_end.toISOString()} ${lost}`),
    at,
  })

export interface Reminder {
  /** `lost`: it never left, has bounced, or left too late to count. */
  readonly state: 'sent' | 'queued' | 'lost'
  /** When the mail server took it. */
  readonly sentAt: Date | null
}

/** This renewal's reminder, with its price. */
export async function reminderOf(executor: Executor, term: Subscription): Promise<Reminder> {
  const emails = await remindersOf(executor, term)
  const sentAt = emails
    .filter(({ state }) => state === 'sent')
    .map((email) => email.sent_at ?? email.created_at)
    .find((at) => isTimely(at, term.notice_due_at))
  if (sentAt) return { state: 'sent', sentAt }
  return { state: emails.some(({ state }) => state === 'queued') ? 'queued' : 'lost', sentAt: null }
}

async function remindersOf(executor: Executor, term: Subscription) {
  const { plan } = renewalPlanOf(term)
  const announced = {
    subscription: term.id,
    renewsAt: term.period_end.toISOString(),
    total: decimal(plan.totalMinor, plan.currency),
  }
  return executor
    .selectFrom('emails')
    .select(['state', 'sent_at', 'created_at'])
    .where('member_id', '=', term.member_id)
    .where('kind', '=', 'renewal-notice')
    .where('props', '@>', JSON.stringify(announced))
    .orderBy('id')
    .execute()
}

/** Terms that renew and whose reminder has not arrived: without one in time they end at the end of their period. */
export interface Unannounced {
  readonly subscription: string
  readonly memberId: string
  readonly renewsAt: Date
  /** Until when another reminder counts. */
  readonly until: Date
}

/** An hour after it was due a reminder has left, if nothing is wrong. */
const leavesWithinMs = 3_600_000

/** Those of a brand, the next renewal first. */
export async function unannouncedRenewals(
  executor: Executor,
  brandId: string,
  now: Date,
): Promise<readonly Unannounced[]> {
  const rows = await unannounced(executor, now)
    .select(['s.id', 's.member_id', 's.period_end', 's.notice_due_at'])
    .where('s.brand_id', '=', brandId)
    .orderBy('s.period_end')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    subscription: row.id,
    memberId: row.member_id,
    renewsAt: row.period_end,
    until: timelyUntil(row.notice_due_at ?? row.period_end),
  }))
}

const unannounced = (executor: Executor, now: Date) =>
  executor
    .selectFrom('subscriptions as s')
    .where('s.state', '=', sql.lit('active'))
    .where('s.renews', '=', sql.lit(true))
    .where('s.notice_due_at', '<=', new Date(now.getTime() - leavesWithinMs))
    .where('s.period_end', '>', now).where(sql<boolean>`not exists (
      select from emails e where ${announcesTerm} and e.state = 'sent'
        and coalesce(e.sent_at, e.created_at) <= s.notice_due_at + interval '1 day')`)

/** Those of all brands, for `/readyz` and `/metrics`. */
export async function countUnannounced(executor: Executor, now: Date): Promise<number> {
  const { count } = await unannounced(executor, now)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
