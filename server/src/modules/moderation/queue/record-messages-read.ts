import type { Executor } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'

interface MessagesRead {
  /** The report that names them. */
  readonly reportId: string
  /** Who wrote in the conversation; null who is erased. */
  readonly memberIds: readonly (string | null)[]
  readonly count: number
  readonly at: Date
}

/** Records for the members of a conversation that staff read messages of it: each finds it in the export of their data. */
export async function recordMessagesRead(
  executor: Executor,
  { reportId, memberIds, count, at }: MessagesRead,
): Promise<void> {
  const read = { id: newId(), report_id: reportId, messages: count, read_at: at }
  const members = [...new Set(memberIds)].filter((id) => id !== null)
  if (count === 0 || members.length === 0) return
  await executor
    .insertInto('conversation_readings')
    .values(members.map((memberId) => ({ member_id: memberId, ...read })))
    .execute()
}
