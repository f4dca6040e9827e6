import type { RestrictedContent } from '@incontro/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { type Content, messageIdsOf } from './content.ts'

interface ReportedContent {
  readonly content_kind: string | null
  readonly content_id: string | null
  readonly content_date: Date | null
  readonly conversation_id: string | null
  readonly message_ids: readonly string[]
}

/** What a report names; about the member as such it is the account. */
export const reportedContent = (report: ReportedContent): Content => ({
  type: (report.content_kind ?? 'account') as RestrictedContent,
  id: report.content_id,
  date: report.content_date,
  conversationId: report.conversation_id,
})

/** What of a report can be removed: what it names, or else the messages that its author chose. */
export const removableContent = (report: ReportedContent): Content =>
  report.content_kind === null && report.message_ids.length > 0
    ? { ...reportedContent(report), type: 'message', messageIds: report.message_ids }
    : reportedContent(report)

/** Where others still see it, or can bring it back. */
const shown: Readonly<Record<RestrictedContent, (memberId: string, content: Content) => RawBuilder<unknown>>> = {
  account: () => sql`select where false`,
  photo: (memberId, { id }) =>
    sql`select from member_photos where member_id = ${memberId} and id = ${id} and state <> 'refused' and removed_at is null`,
  review: (memberId, { id }) =>
    sql`select from reviews where id = ${id} and member_id = ${memberId} and state <> 'refused'`,
  message: (memberId, content) => messagesOf(memberId, content),
  voice: (memberId, content) => messagesOf(memberId, content),
  profile: (memberId) => sql`
    select from members m where m.id = ${memberId}
      and (m.about <> '' or m.looking_for <> '' or exists (select from profile_prompts p where p.member_id = m.id))`,
  name: (memberId) => sql`select from members where id = ${memberId} and screen_name is not null`,
}

const messagesOf = (memberId: string, content: Content) => sql`
  select from messages m
  where m.conversation_id = ${content.conversationId ?? null} and m.id = any(${messageIdsOf(content)}::uuid[])
    and m.sender_id = ${memberId}
    and not exists (select from hidden_messages h
      where h.conversation_id = m.conversation_id and h.seq = m.seq and h.member_id <> m.sender_id and h.by_moderator)`

/** Whether `removeContent` would find something of the member to hide. */
export async function isRemovable(executor: Executor, memberId: string, content: Content): Promise<boolean> {
  const { rows } = await sql<{ shown: boolean }>`
    select exists (${shown[content.type](memberId, content)}) as shown`.execute(executor)
  return rows[0]?.shown ?? false
}
