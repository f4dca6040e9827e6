import type { Message } from '@incontro/contract/domain'
import type { Principal } from '#platform/caller.ts'
import { conversationId } from '#platform/ids.ts'
import type { ChatDeps } from './send.ts'
import { messageOf, sideOf } from './queries.ts'
import { mayBeMasked, toMessage } from './view.ts'

/** One message of a conversation as the reader sees it now; undefined if there is no such message for them. */
export async function oneMessage(
  { pool, flows, bothHaveWritten, clearReplies }: Pick<ChatDeps, 'pool' | 'flows' | 'bothHaveWritten' | 'clearReplies'>,
  reader: Principal,
  otherId: string,
  seq: number,
): Promise<Message | undefined> {
  const conversation = conversationId(reader.memberId, otherId)
  const [row, side] = await Promise.all([
    messageOf(pool, conversation, reader.memberId, seq),
    sideOf(pool, reader.memberId, otherId),
  ])
  if (!row || !side) return undefined
  const bothWrote = !mayBeMasked(row) || (await bothHaveWritten([conversation])).has(conversation)
  const flow = flows.of(reader.brandId, reader.flowId)
  const clearSeq = (await clearReplies(reader, flow, [conversation])).get(conversation)
  return toMessage(row, reader, flow, otherId, { isRead: isReadIn(side, row, reader), bothWrote, clearSeq })
}

/** Whether a message was read by its recipient. */
export const isReadIn = (
  side: { readonly read_seq: number; readonly other_read_seq: number },
  message: { readonly seq: number; readonly sender_id: string },
  reader: Pick<Principal, 'memberId'>,
): boolean => message.seq <= (message.sender_id === reader.memberId ? side.other_read_seq : side.read_seq)
