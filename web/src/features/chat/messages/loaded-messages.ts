import type { Message } from '@incontro/contract/domain'

/** The loaded part of a conversation, in order; `earlier` says whether there is more before it. */
export interface LoadedMessages {
  readonly messages: readonly Message[]
  readonly earlier: boolean
}

/** Whether they have written: if all messages were withdrawn, the next counts as a first message again. */
export const hasBegun = ({ messages, earlier }: LoadedMessages): boolean =>
  earlier || messages.some((message) => !message.withdrawn)

/** Most messages in one reply of `GET /api/get/messages/…`. */
export const pageLength = 50

/** Merges both lists by id in the order of `seq`; of two versions of a message the second wins. */
export const mergeMessages = (known: readonly Message[], arrived: readonly Message[]): readonly Message[] => {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of arrived) {
    const before = byId.get(message.id)
    byId.set(message.id, before?.isRead ? { ...message, isRead: true } : message)
  }
  return [...byId.values()].sort((one, other) => one.seq - other.seq)
}

const isSame = (one: Message | undefined, other: Message | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    Object.entries(one).every(([key, value]) => key === 'isRead' || value === other[key as keyof Message]))

/**
 * Merges messages that were fetched. What changed meanwhile, or was removed, stays as it is now, since the reply may have
 * been made before; being read is no change, as it is kept in any case.
 *
 * @param before the known messages when the request began
 */
export const mergeFetched = (
  before: readonly Message[],
  now: readonly Message[],
  fetched: readonly Message[],
): readonly Message[] => {
  const [had, current] = [before, now].map((messages) => new Map(messages.map((message) => [message.id, message])))
  return mergeMessages(
    now,
    fetched.filter(({ id }) => isSame(had?.get(id), current?.get(id))),
  )
}

/**
 * Takes out what the server no longer shows: a message that was known when its part of the conversation was fetched, and
 * was not in the reply.
 *
 * @param before the known messages when the request began
 * @param newest the reply: without gaps, up to the newest message of the conversation
 */
export const withoutRemoved = (
  before: readonly Message[],
  now: readonly Message[],
  newest: readonly Message[],
): readonly Message[] => {
  const first = newest.length < pageLength ? 0 : newest[0]!.seq
  const had = new Map(before.map((message) => [message.id, message]))
  const stand = new Set(newest.map(({ id }) => id))
  return now.filter((message) => message.seq < first || stand.has(message.id) || !isSame(had.get(message.id), message))
}

/** Whether parts that were masked until both members had written can be fetched now. */
export const canUnmask = (messages: readonly Message[]): boolean =>
  messages.some(({ masked }) => masked) &&
  messages.some(({ type }) => type === 'personal') &&
  messages.some(({ type }) => type === 'messaggio')

/** Whether the first received message is unread, so that unread ones may lie before it. */
export const startsUnread = (messages: readonly Message[]): boolean =>
  messages.find(({ type, withdrawn }) => type === 'messaggio' && !withdrawn)?.isRead === false

export const lastSeq = (messages: readonly Message[]): number => messages[messages.length - 1]?.seq ?? 0

/** Marks the member's messages as read by the other member up to `seq`. */
export const markRead = (messages: readonly Message[], seq: number): readonly Message[] =>
  messages.map((message) =>
    message.type === 'personal' && message.seq <= seq && !message.isRead ? { ...message, isRead: true } : message,
  )

/** Marks the received messages as read up to `seq`. */
export const markReceivedRead = (messages: readonly Message[], seq: number): readonly Message[] =>
  messages.map((message) =>
    message.type === 'messaggio' && message.seq <= seq && !message.isRead ? { ...message, isRead: true } : message,
  )

/** Whether messages are missing between the known ones and this one. */
export const hasGap = (messages: readonly Message[], arrived: Message): boolean =>
  messages.length > 0 && arrived.seq > lastSeq(messages) + 1
