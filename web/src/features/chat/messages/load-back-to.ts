import type { Message } from '@incontro/contract/domain'
import type { QueryClient } from '@tanstack/react-query'
import { messagesAfter, messagesQuery } from './chat-queries.ts'
import { lastSeq, mergeMessages, type LoadedMessages } from './loaded-messages.ts'

/** Messages to load before the one that is searched for. */
const around = 25

/** Loads the messages between one message and the loaded part, 500 at a time. */
export const loadBackTo = async (
  client: QueryClient,
  session: { readonly clickid: string; readonly premiumLevel: number },
  memberId: string,
  seq: number,
) => {
  const { queryKey } = messagesQuery(client, session, memberId)
  const loaded = client.getQueryData<LoadedMessages>(queryKey)
  const first = loaded?.messages[0]?.seq ?? 0
  if (!loaded?.earlier || first <= seq) return
  const from = Math.max(0, seq - around)
  const earlier: Message[] = []
  for (let after = from; after < first - 1;) {
    const more = await messagesAfter(session.clickid, memberId, after)
    if (more.length === 0) break
    earlier.push(...more)
    after = lastSeq(more)
  }
  client.setQueryData<LoadedMessages>(
    queryKey,
    (now) => now && { messages: mergeMessages(earlier, now.messages), earlier: from > 0 },
  )
}
