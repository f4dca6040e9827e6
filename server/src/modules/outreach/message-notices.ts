import { timeZoneOf } from '@incontro/contract'
import type { Locale } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { OutboxEvent } from '#platform/jobs/outbox.ts'
import type { Brands } from '#modules/brands/index.ts'
import { isOnline, lastActiveOf, notBlocked } from '#modules/members/index.ts'
import { emailQueue } from './channels/email/enqueue-email.ts'
import { noticeDelayMs, quietHoursEnd } from './policy.ts'

export interface NoticeDeps {
  readonly db: Executor
  readonly brands: Pick<Brands, 'byKey'>
  readonly clock: () => Date
}

interface MessageSent {
  readonly conversationId: string
  readonly recipientId: string
  readonly seq: number
}

/**
 * Plans an email about a message: schedules a job that looks at the conversation later, unless there is one already or
 * an unopened email was sent. Does not check whether the message has been read: with two writing in turn, every message
 * would plan a job.
 */
export async function planNotice({ db, clock }: NoticeDeps, event: OutboxEvent): Promise<void> {
  if (event.topic !== 'message') return
  const { conversationId, recipientId: memberId, seq } = event.payload as MessageSent
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into message_notices as n (member_id, conversation_id, seq, planned)
      select i.member_id, i.conversation_id, ${seq}, true
      from inbox i where i.member_id = ${memberId} and i.conversation_id = ${conversationId}
      on conflict (member_id, conversation_id) do update set seq = excluded.seq, planned = true
        where not n.planned and n.seq <= (
          select read_seq from inbox where member_id = ${memberId} and conversation_id = ${conversationId})
      returning true`.execute(tx)
    if (rows.length === 0) return
    const runAt = new Date(clock().getTime() + noticeDelayMs)
    await addJob(tx, 'outreach.message_notice', { memberId, conversationId }, { runAt })
  })
}

interface Waiting {
  readonly brand_id: string
  readonly email: string
  readonly locale: Locale
  readonly country: string
  readonly last_active_at: Date
  /** The first message they have not seen. */
  readonly seq: number
  readonly sent_at: Date
}
export interface About {
  readonly memberId: string
  readonly conversationId: string
}

/** Emails the recipient if a message has waited long enough, they are away and it is not night in their country. */
export async function sendNotice({ db, brands, clock }: NoticeDeps, about: About): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    // Every message to the member changes this row: a concurrent one sees what is decided here.
    await sql`
      select from inbox where member_id = ${about.memberId} and conversation_id = ${about.conversationId}
      for no key update`.execute(tx)
    const waiting = await waitingFor(tx, about)
    const brand = waiting && brands.byKey(waiting.brand_id)
    if (!waiting || !brand) return note(tx, about, { planned: false })
    const later = notBefore(waiting, now)
    if (later) {
      await addJob(tx, 'outreach.message_notice', about, { runAt: later })
      return note(tx, about, { planned: true })
    }
    await emailQueue(clock)(tx, {
      brandId: waiting.brand_id,
      memberId: about.memberId,
      kind: 'new-message',
      to: waiting.email,
      locale: waiting.locale,
      props: { link: `https://${brand.domain}/chats` },
    })
    return note(tx, about, { planned: false, seq: waiting.seq })
  })
}

async function waitingFor(tx: Executor, { memberId, conversationId }: About): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select m.brand_id, m.email, m.locale, m.country, ${sql.raw(lastActiveOf('m'))} as last_active_at, x.seq, x.created_at as sent_at
    from message_notices n
    join inbox i on i.member_id = n.member_id and i.conversation_id = n.conversation_id
    cross join lateral (
      select x.seq, x.created_at from messages x
      where x.conversation_id = n.conversation_id and x.seq > i.read_seq and x.sender_id <> n.member_id and x.withdrawn_at is null
      order by x.seq limit 1) x
    join members m on m.id = n.member_id and m.state = 'active' and m.email_confirmed_at is not null and m.sample is null
    join members o on o.id = i.other_id and o.state = 'active'
    where n.member_id = ${memberId} and n.conversation_id = ${conversationId} and n.planned
      and ${sql.raw(notBlocked('n.member_id', 'i.other_id'))}`.execute(tx)
  return rows[0]
}

/** When to look again; null when the email may be sent now. */
function notBefore({ sent_at, last_active_at, country }: Waiting, now: Date): Date | null {
  const due = new Date(sent_at.getTime() + noticeDelayMs)
  if (due > now) return due
  if (isOnline(last_active_at, now)) return new Date(now.getTime() + noticeDelayMs)
  return quietHoursEnd(now, timeZoneOf(country))
}

async function note(tx: Executor, { memberId, conversationId }: About, values: object): Promise<void> {
  await tx
    .updateTable('message_notices')
    .set(values)
    .where('member_id', '=', memberId)
    .where('conversation_id', '=', conversationId)
    .execute()
}
