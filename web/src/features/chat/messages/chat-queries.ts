import type { Message } from '@incontro/contract/domain'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../../app/api/api.ts'
import { lastSeq, mergeMessages, pageLength, type LoadedMessages } from './loaded-messages.ts'

export const conversationsKey = ['conversations'] as const

/** The chat list, 50 a page, newest first. */
export const conversationsQuery = (clickid: string) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey, clickid],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (
        await api('GET /api/get/messages/:trackerId', {
          params: { trackerId: clickid },
          query: pageParam === undefined ? {} : { before: pageParam },
          signal,
        })
      ).messages,
    getNextPageParam: (last) => (last.length < pageLength ? undefined : last[last.length - 1]?.time),
  })

const allMessagesKey = ['messages'] as const
export const messagesKey = (memberId: string) => [...allMessagesKey, memberId] as const

/** What came after the last message known, however much it is. */
const catchUp = async (
  clickid: string,
  memberId: string,
  from: number,
  signal: AbortSignal,
): Promise<readonly Message[]> => {
  const all: Message[] = []
  for (let after = from; ;) {
    const more = await api('GET /api/get/messages/:trackerId/:partnerId', {
      params: { trackerId: clickid, otherMemberId: memberId },
      query: { after },
      signal,
    })
    all.push(...more)
    if (more.length < pageLength) return all
    after = lastSeq(more)
  }
}

/**
 * A conversation. The first time the newest messages; after that what is missing since the last one known. A paid level
 * uncovers messages, so it is part of the key.
 */
export const messagesQuery = (
  client: QueryClient,
  { clickid, premiumLevel }: { readonly clickid: string; readonly premiumLevel: number },
  memberId: string,
) => {
  const queryKey = [...messagesKey(memberId), premiumLevel > 0] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<LoadedMessages> => {
      const had = client.getQueryData<LoadedMessages>(queryKey)
      if (!had || had.messages.length === 0) {
        const messages = await api('GET /api/get/messages/:trackerId/:partnerId', {
          params: { trackerId: clickid, otherMemberId: memberId },
          signal,
        })
        // Something may have arrived by socket while the answer was under way.
        const now = client.getQueryData<LoadedMessages>(queryKey)
        return { messages: mergeMessages(messages, now?.messages ?? []), earlier: messages.length >= pageLength }
      }
      const missed = await catchUp(clickid, memberId, lastSeq(had.messages), signal)
      const now = client.getQueryData<LoadedMessages>(queryKey) ?? had
      return { ...now, messages: mergeMessages(now.messages, missed) }
    },
  })
}

/** The messages before the first one known. */
export const loadEarlier = async (
  client: QueryClient,
  session: { readonly clickid: string; readonly premiumLevel: number },
  memberId: string,
) => {
  const { queryKey } = messagesQuery(client, session, memberId)
  const first = client.getQueryData<LoadedMessages>(queryKey)?.messages[0]
  if (!first) return
  const earlier = await api('GET /api/get/messages/:trackerId/:partnerId', {
    params: { trackerId: session.clickid, otherMemberId: memberId },
    query: { before: first.seq },
  })
  client.setQueryData<LoadedMessages>(
    queryKey,
    (now) => now && { messages: mergeMessages(earlier, now.messages), earlier: earlier.length >= pageLength },
  )
}

/** Reads the newest messages again: those that were masked are clear now that both have written. */
export const reloadNewest = async (client: QueryClient, clickid: string, memberId: string) =>
  putMessages(
    client,
    memberId,
    await api('GET /api/get/messages/:trackerId/:partnerId', {
      params: { trackerId: clickid, otherMemberId: memberId },
    }),
  )

/** Puts messages into a conversation that is on hand; nothing where it was never opened. */
export const putMessages = (client: QueryClient, memberId: string, messages: readonly Message[]) =>
  client.setQueriesData<LoadedMessages>(
    { queryKey: messagesKey(memberId) },
    (now) => now && { ...now, messages: mergeMessages(now.messages, messages) },
  )
