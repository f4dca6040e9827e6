import type { Message } from '@incontro/contract/domain'

type Ordered = readonly Pick<Message, 'seq'>[]

/** Most messages that are rendered at once: several screens, so that there is always something to scroll to. */
export const windowSize = 200
/** By how many messages the window moves when the member scrolls to one of its ends. */
const step = 50

/**
 * Which messages are rendered, as indexes of a slice.
 * @param last the `seq` of the last rendered message; null for the newest
 */
export const windowOf = (messages: Ordered, last: number | null): { readonly from: number; readonly to: number } => {
  const to = last === null ? messages.length : messages.findLastIndex(({ seq }) => seq <= last) + 1
  return { from: Math.max(0, to - windowSize), to }
}

/** As many messages as the screen of a phone shows, and some more. */
const inDocument = 20

/**
 * Which messages are in the document, from where the conversation opens to its end: a phone renders those before them once
 * the page answers.
 *
 * @param unreadFrom the `seq` of the first unread message; null without one
 */
export const documentWindow = (
  messages: Ordered,
  unreadFrom: number | null,
): { readonly from: number; readonly to: number } => {
  const unread = messages.findIndex(({ seq }) => seq === unreadFrom)
  const opening = unread === -1 ? messages.length : unread
  return { from: Math.max(0, opening - inDocument), to: messages.length }
}

const endingAt = (messages: Ordered, to: number): number | null =>
  to >= messages.length ? null : (messages[to - 1]?.seq ?? null)

/** The window's last message after a move towards the beginning; the same where there is nothing more. */
export const movedBack = (messages: Ordered, last: number | null): number | null => {
  const { from, to } = windowOf(messages, last)
  return from === 0 ? last : endingAt(messages, to - Math.min(step, from))
}

/** The window's last message after a move towards the end. */
export const movedOn = (messages: Ordered, last: number | null): number | null =>
  last === null ? null : endingAt(messages, windowOf(messages, last).to + step)

/** The last message of a window that has `seq` in its middle. */
export const windowAround = (messages: Ordered, seq: number): number | null =>
  endingAt(messages, Math.max(windowSize, messages.findIndex((message) => message.seq >= seq) + windowSize / 2))

/** The last message of the first window that has `seq` in it; null if the window at the end has. */
export const windowFrom = (messages: Ordered, seq: number): number | null =>
  endingAt(messages, messages.findIndex((message) => message.seq >= seq) + windowSize - step)
