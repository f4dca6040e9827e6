import type pg from 'pg'
import type { SystemConversation } from './kinds.ts'
import type { SystemMessageContent } from './words.ts'

export type SystemMessageRow = SystemMessageContent & {
  readonly id: string
  readonly seq: number
  readonly created_at: Date
}

export type SystemInboxRow = SystemMessageRow & {
  readonly conversation: SystemConversation
  readonly last_seq: number
  readonly last_at: Date
  readonly read_seq: number
}

/** The member's system conversations with a message before the given time, and its last one; at most three. */
export async function systemInboxOf(pool: pg.Pool, memberId: string, before: Date): Promise<SystemInboxRow[]> {
  const { rows } = await pool.query<SystemInboxRow>({
    name: 'system inbox',
    text: `select i.conversation, i.last_seq, i.last_at, i.read_seq, m.id, m.seq, m.kind, m.facts, m.created_at
      from system_inbox i
      join system_messages m on m.member_id = i.member_id and m.conversation = i.conversation and m.seq = i.last_seq
      where i.member_id = $1 and i.last_at < $2`,
    values: [memberId, before],
  })
  return rows
}

/** Up to `limit` messages after a sequence number, or the last ones before one; oldest first, with the read mark. */
export async function systemMessagesOf(
  pool: pg.Pool,
  memberId: string,
  conversation: SystemConversation,
  range: { readonly after?: number | undefined; readonly before?: number | undefined; readonly limit: number },
): Promise<(SystemMessageRow & { readonly read_seq: number })[]> {
  const { after = 0, before = 2_147_483_647, limit } = range
  const { rows } = await pool.query<SystemMessageRow & { read_seq: number }>({
    name: range.after === undefined ? 'system messages before' : 'system messages after',
    text: `select m.id, m.seq, m.kind, m.facts, m.created_at, i.read_seq
      from system_messages m join system_inbox i on i.member_id = m.member_id and i.conversation = m.conversation
      where m.member_id = $1 and m.conversation = $2 and m.seq > $3 and m.seq < $4
      order by m.seq ${range.after === undefined ? 'desc' : 'asc'} limit $5`,
    values: [memberId, conversation, after, before, limit],
  })
  return range.after === undefined ? rows.reverse() : rows
}

/** Marks messages up to `seq`, or the last one if that is less, as read. @returns whether anything changed */
export async function markSystemRead(
  pool: pg.Pool,
  memberId: string,
  conversation: SystemConversation,
  seq: number,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'mark system messages read',
    text: `update system_inbox set read_seq = least($3, last_seq)
      where member_id = $1 and conversation = $2 and read_seq < least($3, last_seq)`,
    values: [memberId, conversation, seq],
  })
  return rowCount === 1
}
