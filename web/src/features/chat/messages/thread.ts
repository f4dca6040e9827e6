import type { MessageView } from '@incontro/contract'

/** What is known of a conversation, in order; `earlier` tells whether there is more before it. */
export interface Thread {
  readonly messages: readonly MessageView[]
  readonly earlier: boolean
}

/** How many messages an answer holds at most (`GET /api/get/messages/…`). */
export const pageLength = 50

/** One list of both, each message once by its id, in the order of `seq`; of two versions the newer one (the second) stays. */
export const mergeMessages = (
  known: readonly MessageView[],
  arrived: readonly MessageView[],
): readonly MessageView[] => {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of arrived) {
    const before = byId.get(message.id)
    byId.set(message.id, before?.letto ? { ...message, letto: true } : message)
  }
  return [...byId.values()].sort((one, other) => one.seq - other.seq)
}

export const lastSeq = (messages: readonly MessageView[]): number => messages[messages.length - 1]?.seq ?? 0

/** The other has read up to `seq`. */
export const markRead = (messages: readonly MessageView[], seq: number): readonly MessageView[] =>
  messages.map((message) =>
    message.type === 'personal' && message.seq <= seq && !message.letto ? { ...message, letto: true } : message,
  )

/** Whether something between what is known and this message is missing. */
export const hasGap = (messages: readonly MessageView[], arrived: MessageView): boolean =>
  messages.length > 0 && arrived.seq > lastSeq(messages) + 1
