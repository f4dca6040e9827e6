import type { StoredMessage } from '../../../app/outbox/outbox-store.ts'

/** A message on its way, as the page shows it. */
export interface Outgoing extends StoredMessage {
  /** `waiting` goes out by itself when the connection is back, `failed` when the member says so. */
  readonly state: 'queued' | 'sending' | 'waiting' | 'failed'
}

/**
 * What the page has and what is stored, as one list in the order of writing. A message that is stored no more was sent or thrown
 * away by another tab.
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
      // Another tab tries again what had failed.
      return item && item.state !== 'failed' ? item : { ...message, state }
    }),
    ...now.filter(({ clientMessageId: id }) => !isStored.has(id) && isUnstored(id)),
  ]
}
