import type { Conversation, Message } from '@incontro/contract/domain'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, apiOver, type Sender } from '#app/api/api.ts'
import {
  lastSeq,
  mergeFetched,
  mergeMessages,
  pageLength,
  startsUnread,
  withoutRemoved,
  type LoadedMessages,
} from './loaded-messages.ts'

export const conversationsKey = ['conversations'] as const

const fetchConversations = async (
  clickid: string,
  before: string | undefined,
  send: typeof api,
  signal?: AbortSignal,
): Promise<readonly Conversation[]> => {
  const call = { params: { trackerId: clickid }, query: before === undefined ? {} : { before } }
  return (await send('GET /api/get/messages/:trackerId', { ...call, ...(signal && { signal }) })).messages
}

/** The first page of the chat list for a document: null if this fails, and the browser asks again. */
export const renderedConversations = (clickid: string, send: Sender): Promise<readonly Conversation[] | null> =>
  fetchConversations(clickid, undefined, apiOver(send)).catch(() => null)

/** The chat list, 50 a page, newest first. */
export const conversationsQuery = (clickid: string) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey, clickid],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => fetchConversations(clickid, pageParam, api, signal),
    getNextPageParam: (last) => (last.length < pageLength ? undefined : last[last.length - 1]?.time),
  })

const allMessagesKey = ['messages'] as const
export const messagesKey = (memberId: string) => [...allMessagesKey, memberId] as const

const newestMessages = (
  clickid: string,
  memberId: string,
  signal?: AbortSignal,
  send = api,
): Promise<readonly Message[]> =>
  send('GET /api/get/messages/:trackerId/:partnerId', {
    params: { trackerId: clickid, otherMemberId: memberId },
    ...(signal && { signal }),
  })

const messagesBefore = (
  clickid: string,
  memberId: string,
  before: number,
  signal?: AbortSignal,
): Promise<readonly Message[]> =>
  api('GET /api/get/messages/:trackerId/:partnerId', {
    params: { trackerId: clickid, otherMemberId: memberId },
    query: { before },
    ...(signal && { signal }),
  })

/** At most 500. */
export const messagesAfter = (
  clickid: string,
  memberId: string,
  after: number,
  signal?: AbortSignal,
): Promise<readonly Message[]> =>
  api('GET /api/get/messages/:trackerId/:partnerId', {
    params: { trackerId: clickid, otherMemberId: memberId },
    query: { after },
    ...(signal && { signal }),
  })

/** Fetches all messages after the last known one. */
const catchUp = async (
  clickid: string,
  memberId: string,
  from: number,
  signal: AbortSignal,
): Promise<readonly Message[]> => {
  const all: Message[] = []
  for (let after = from; ;) {
    const more = await messagesAfter(clickid, memberId, after, signal)
    all.push(...more)
    if (more.length < pageLength) return all
    after = lastSeq(more)
  }
}

/** Most messages that are loaded to open a conversation at its first unread message. */
const mostUnread = 500

/** The newest messages, and more of them while the member has not read the first ones either. */
const fromFirstUnread = async (clickid: string, memberId: string, signal: AbortSignal): Promise<LoadedMessages> => {
  let messages = await newestMessages(clickid, memberId, signal)
  let earlier = messages.length >= pageLength
  while (earlier && startsUnread(messages) && messages.length < mostUnread) {
    const more = await messagesBefore(clickid, memberId, messages[0]!.seq, signal)
    messages = [...more, ...messages]
    earlier = more.length >= pageLength
  }
  return { messages, earlier }
}

/**
 * The newest messages for a document: null if this fails, or if those before them are unread as well, where the
 * conversation begins then; the browser asks for them.
 */
export const renderedMessages = (clickid: string, memberId: string, send: Sender): Promise<LoadedMessages | null> =>
  newestMessages(clickid, memberId, undefined, apiOver(send)).then(
    (messages) => {
      const earlier = messages.length >= pageLength
      return earlier && startsUnread(messages) ? null : { messages, earlier }
    },
    // The browser asks again, and shows a lasting failure.
    () => null,
  )

/**
 * The messages of a conversation: first the newest, later those since the last known one. A paid level makes messages readable,
 * so it is part of the key.
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
        const first = await fromFirstUnread(clickid, memberId, signal)
        // Messages may have arrived by socket during the request.
        const now = client.getQueryData<LoadedMessages>(queryKey)
        return { ...first, messages: mergeMessages(first.messages, now?.messages ?? []) }
      }
      // The newest are fetched again, because they may have been edited or withdrawn; more may lie between them and the known ones.
      const newest = await newestMessages(clickid, memberId, signal)
      const from = lastSeq(had.messages)
      const missed = (newest[0]?.seq ?? 0) > from + 1 ? await catchUp(clickid, memberId, from, signal) : []
      const now = client.getQueryData<LoadedMessages>(queryKey) ?? had
      const still = withoutRemoved(had.messages, now.messages, newest)
      return { ...now, messages: mergeFetched(had.messages, still, [...missed, ...newest]) }
    },
  })
}

/** Loads the messages before the first known one. */
export const loadEarlier = async (
  client: QueryClient,
  session: { readonly clickid: string; readonly premiumLevel: number },
  memberId: string,
) => {
  const { queryKey } = messagesQuery(client, session, memberId)
  const first = client.getQueryData<LoadedMessages>(queryKey)?.messages[0]
  if (!first) return
  const earlier = await messagesBefore(session.clickid, memberId, first.seq)
  client.setQueryData<LoadedMessages>(
    queryKey,
    (now) => now && { messages: mergeMessages(earlier, now.messages), earlier: earlier.length >= pageLength },
  )
}

/** Fetches the newest messages again: masked parts are readable once both members have written. */
export const reloadNewest = async (client: QueryClient, clickid: string, memberId: string) =>
  putMessages(client, memberId, await newestMessages(clickid, memberId))

/** Adds messages to a cached conversation; does nothing if it was never opened. */
export const putMessages = (client: QueryClient, memberId: string, messages: readonly Message[]) =>
  client.setQueriesData<LoadedMessages>(
    { queryKey: messagesKey(memberId) },
    (now) => now && { ...now, messages: mergeMessages(now.messages, messages) },
  )

/** Removes a message from a cached conversation. */
export const removeMessage = (client: QueryClient, memberId: string, seq: number) =>
  client.setQueriesData<LoadedMessages>(
    { queryKey: messagesKey(memberId) },
    (now) => now && { ...now, messages: now.messages.filter((message) => message.seq !== seq) },
  )
