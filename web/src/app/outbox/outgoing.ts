import { createStore, perClient } from '../store/store.ts'
import type { StoredMessage } from './outbox-store.ts'

/** A message that is being sent, as the page shows it. */
export interface Outgoing extends StoredMessage {
  /** `waiting` is sent automatically when the connection is back, `failed` when the member retries it. */
  readonly state: 'queued' | 'sending' | 'waiting' | 'failed'
  /** False if the browser refuses to store it: it would not survive the page. */
  readonly isKept?: boolean
}

/** What is stored of the page's messages. */
export const toStored = (items: readonly Outgoing[]): readonly StoredMessage[] =>
  items.map(({ state: _state, isKept: _isKept, ...message }) => message)

/**
 * Merges the page's messages with the stored ones in the order of writing. A message that is no longer stored was sent or deleted
 * by another tab.
 *
 * @param state of messages that this page did not know
 * @param isUnstored whether a message could not be stored, or not yet
 */
export const mergeStored = (
  now: readonly Outgoing[],
  stored: readonly StoredMessage[],
  state: 'waiting' | 'queued',
  isUnstored: (id: string) => boolean,
): readonly Outgoing[] => {
  const known = new Map(now.map((item) => [item.clientMessageId, item]))
  const isStored = new Set(stored.map(({ clientMessageId }) => clientMessageId))
  return [
    ...stored.map((message): Outgoing => {
      const item = known.get(message.clientMessageId)
      if (item?.state === 'sending') return item
      if (message.code !== null) return { ...message, state: 'failed' }
      // Another tab retries a message that had failed.
      return item && item.state !== 'failed' ? item : { ...message, state }
    }),
    ...now.filter(({ clientMessageId: id }) => !isStored.has(id) && isUnstored(id)),
  ]
}

/** The messages of a page that the server has not acknowledged, to all members, in the order of writing. */
export const outgoingOf = perClient(() => createStore<readonly Outgoing[]>([]))
