import type { NoticeChannel, routes, SentEvent } from '@incontro/contract'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Executor } from '#platform/database/database.ts'
import { eventOfMail } from '../channels/email/mail-kinds.ts'
import { noticeRules } from '../rules/table.ts'

type Sent = z.infer<typeof routes.sentNotifications.reply>['sent'][number]

const most = 50

/** What the states of emails and deliveries mean to their recipient. */
const states: Readonly<Record<string, Sent['state']>> = {
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  dead: 'failed',
  failed: 'failed',
  bounced: 'bounced',
  withheld: 'withheld',
}

interface Row {
  readonly id: string
  readonly event: SentEvent
  readonly channel: NoticeChannel
  readonly state: string
  readonly at: Date
  readonly sent_at: Date | null
}

/** The last mails and notifications to a member, newest first, and what became of each. */
export async function sentTo(executor: Executor, memberId: string): Promise<Sent[]> {
  const mails = await mailsTo(executor, memberId)
  return [...mails, ...(await pushedTo(executor, memberId))]
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, most)
    .map(({ id, event, channel, state, at, sent_at: sentAt }) => ({
      id,
      event,
      channel,
      because: becauseOf(event, channel),
      state: states[state] ?? 'failed',
      at: at.toISOString(),
      sentAt: sentAt && sentAt.toISOString(),
    }))
}

const becauseOf = (event: SentEvent, channel: NoticeChannel): Sent['because'] =>
  (event !== 'test' && event !== 'digest' && noticeRules[event].channels[channel]?.fixed) || 'chosen'

async function pushedTo(executor: Executor, memberId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, event, channel, state, created_at as at, sent_at from deliveries
    where member_id = ${memberId} order by id desc limit ${most}`.execute(executor)
  return rows
}

async function mailsTo(executor: Executor, memberId: string): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'event' | 'channel'> & { kind: string }>`
    select id, kind, state, created_at as at, sent_at from emails
    where member_id = ${memberId} and kind not in ('contact', 'support-answer') order by created_at desc limit ${most}`.execute(
    executor,
  )
  return rows.map(({ kind, ...row }) => ({ ...row, channel: 'email', event: eventOfMail(kind) }))
}
