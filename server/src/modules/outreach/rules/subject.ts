import type { NoticeEvent } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { isNotificationShown, notBlocked } from '#modules/members/index.ts'
import type { Facts } from './decide.ts'
import type { NoticeKey } from './plan.ts'
import { noticeRules } from './table.ts'

/** What a notice is about, as it is now. */
export interface Subject {
  readonly event: NoticeEvent
  readonly state: Facts['subject']
  readonly otherId: string | null
  readonly happenedAt: Date
  /** Of a conversation: its first unread message, and the last one that was opened. */
  readonly seq: number
  readonly readSeq: number
}

interface Row {
  readonly other_id: string
  readonly is_blocked: boolean
  readonly is_closed: boolean
}

const stateOf = ({ is_blocked: blocked, is_closed: closed }: Row, isUnread: boolean): Facts['subject'] => {
  if (blocked) return 'blocked'
  if (closed) return 'closed'
  return isUnread ? 'unread' : 'read'
}

/** Undefined if it is gone. */
export async function subjectOf(
  tx: Executor,
  { happened_at: happenedAt, ...key }: NoticeKey & { readonly happened_at: Date },
): Promise<Subject | undefined> {
  switch (noticeRules[key.event].about) {
    case 'conversation':
      return conversation(tx, key)
    case 'notification':
      return notification(tx, key, happenedAt)
    default:
      // What a mail says concerns no other member, and stays true.
      return { event: key.event, state: 'unread', otherId: null, happenedAt, seq: 0, readSeq: 0 }
  }
}

async function conversation(tx: Executor, { memberId, about }: NoticeKey): Promise<Subject | undefined> {
  const { rows } = await sql<
    Row & { seq: number | null; read_seq: number; sent_at: Date | null; is_invite: boolean; has_written: boolean }
  >`
    select i.other_id, not ${sql.raw(notBlocked('i.member_id', 'i.other_id'))} as is_blocked, o.state <> 'active' as is_closed,
      x.seq, i.read_seq, x.created_at as sent_at, c.invite_state is not distinct from 'pending' as is_invite,
      case when c.low_id = i.member_id then c.low_wrote else c.high_wrote end as has_written
    from inbox i join conversations c on c.id = i.conversation_id join members o on o.id = i.other_id
    left join lateral (
      select x.seq, x.created_at from messages x
      where x.conversation_id = i.conversation_id and x.seq > i.read_seq and x.sender_id <> i.member_id and x.withdrawn_at is null
      order by x.seq limit 1) x on true
    where i.member_id = ${memberId} and i.conversation_id = ${about}`.execute(tx)
  const row = rows[0]
  if (!row) return undefined
  const started = row.has_written ? 'message' : 'firstMessage'
  return {
    event: row.is_invite ? 'invite' : started,
    state: stateOf(row, row.seq !== null),
    otherId: row.other_id,
    happenedAt: row.sent_at ?? new Date(0),
    seq: row.seq ?? 0,
    readSeq: row.read_seq,
  }
}

async function notification(
  tx: Executor,
  { memberId, event, about }: NoticeKey,
  happenedAt: Date,
): Promise<Subject | undefined> {
  // One that is hidden by now, as a visit whose visitor hides visits, is as gone as a closed account.
  const { rows } = await sql<Row & { is_unread: boolean }>`
    select t.actor_id as other_id, not ${sql.raw(notBlocked('t.member_id', 't.actor_id'))} as is_blocked,
      not (${sql.raw(isNotificationShown('t', 'o'))}) as is_closed, t.read_at is null as is_unread
    from notifications t join members o on o.id = t.actor_id
    where t.member_id = ${memberId} and t.id = ${about}`.execute(tx)
  const row = rows[0]
  return row && { event, state: stateOf(row, row.is_unread), otherId: row.other_id, happenedAt, seq: 0, readSeq: 0 }
}
