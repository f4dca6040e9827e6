import type { Message } from '@incontro/contract/domain'

/** The loaded part of a conversation, in order; `earlier` says whether there is more before it. */
export interface LoadedMessages {
  readonly messages: readonly Message[]
  readonly earlier: boolean
}

/** How many messages an answer holds at most (`GET /api/get/messages/…`). */
export const pageLength = 50

/** One list of both, each message once by its id, in the order of `seq`; of two versions the newer one (the second) stays. */
export const mergeMessages = (known: readonly Message[], arrived: readonly Message[]): readonly Message[] => {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of arrived) {
    const before = byId.get(message.id)
    byId.set(message.id, before?.isRead ? { ...message, isRead: true } : message)
  }
  return [...byId.values()].sort((one, other) => one.seq - other.seq)
}

/** Whether what was hidden until both had written can be asked for again. */
export const canUnmask = (messages: readonly Message[]): boolean =>
  messages.some(({ masked }) => masked) &&
  messages.some(({ type }) => type === 'personal') &&
  messages.some(({ type }) => type === 'messaggio')

export const lastSeq = (messages: readonly Message[]): number => messages[messages.length - 1]?.seq ?? 0

/** The other has read up to `seq`. */
export const markRead = (messages: readonly Message[], seq: number): readonly Message[] =>
  messages.map((message) =>
    message.type === 'personal' && message.seq <= seq && !message.isRead ? { ...message, isRead: true } : message,
  )

/** The member has read up to `seq`. */
export const markReceivedRead = (messages: readonly Message[], seq: number): readonly Message[] =>
  messages.map((message) =>
    message.type === 'messaggio' && message.seq <= seq && !message.isRead ? { ...message, isRead: true } : message,
  )

/** Whether something between what is known and this message is missing. */
export const hasGap = (messages: readonly Message[], arrived: Message): boolean =>
  messages.length > 0 && arrived.seq > lastSeq(messages) + 1
