import type { StoredMessage } from '#app/outbox/outbox-store.ts'

/** Where unsent messages are stored. Each function throws in a browser without storage. */
export interface MessageStore {
  storeMessage(message: StoredMessage): Promise<void>
  markStored(id: string, code: string | null): Promise<void>
  removeStored(id: string): Promise<void>
}

/**
 * Keeps unsent messages in the browser, each change after the ones before it.
 *
 * @param onKept is called with whether the browser has stored a message: it then survives the page
 */
export const createKeeping = (store: () => Promise<MessageStore>, onKept: (id: string, isKept: boolean) => void) => {
  /** Messages that are not stored yet, or that the browser refused to store: only the page's memory has them. */
  const unstored = new Map<string, Promise<void>>()
  const refused = new Map<string, StoredMessage>()
  const keep = (message: StoredMessage): Promise<void> => {
    const { clientMessageId: id } = message
    const storing = store()
      .then(({ storeMessage }) => storeMessage(message))
      .then(
        () => {
          unstored.delete(id)
          onKept(id, true)
          // The browser stores again: those that it had refused too.
          for (const other of refused.values()) void keep(other)
          refused.clear()
        },
        // The message says so, and stays in the page's memory until the browser stores again.
        () => {
          if (!unstored.has(id)) return
          refused.set(id, message)
          onKept(id, false)
        },
      )
    unstored.set(id, storing)
    return storing
  }
  return {
    keep,
    /** Resolves once the browser has stored a message, or has refused to. */
    settled: (id: string): Promise<void> => unstored.get(id) ?? Promise.resolve(),
    isUnstored: (id: string): boolean => unstored.has(id),
    /** Records why the server refused a message, or with null that it has to be sent again. */
    mark: (id: string, code: string | null): Promise<void> =>
      (unstored.get(id) ?? Promise.resolve())
        .then(store)
        .then(({ markStored }) => markStored(id, code))
        // A browser without storage never stored the message; the page's memory has its state.
        .catch(() => undefined),
    /** Deletes a message, also one that is being stored at this moment. */
    async drop(id: string): Promise<void> {
      await unstored.get(id)
      refused.delete(id)
      await store()
        .then(({ removeStored }) => removeStored(id))
        // A browser without storage never stored the message.
        .catch(() => undefined)
      unstored.delete(id)
    },
  }
}
