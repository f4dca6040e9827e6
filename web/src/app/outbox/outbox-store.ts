import { indexedStore, type RunTransaction } from '../storage/indexed-store.ts'

/**
 * A message that the server has not acknowledged. It stays in the browser's IndexedDB until then, so that neither a reload nor a
 * restart of the browser loses it (docs/decisions/016).
 */
export interface StoredMessage {
  /** Idempotency key: the server keeps one message however often it is sent. */
  readonly clientMessageId: string
  /** Who wrote it, by brand and member: `outboxOwner`. */
  readonly owner: string
  readonly memberId: string
  /** The recipient's name, as the page showed it. */
  readonly memberName: string
  readonly text: string
  readonly icebreaker: boolean
  /** Whether it is one of the offered ideas, unchanged. */
  readonly prefilled?: boolean
  /** `seq` of the message that it answers; absent in messages stored by an earlier version. */
  readonly replyTo?: number
  /** When it was written, ISO 8601. */
  readonly time: string
  /** Why the server refused it; null while it waits to be sent. */
  readonly code: string | null
}

// Node has a BroadcastChannel, too, but no other tabs to inform while it renders a page.
const channel = typeof indexedDB === 'undefined' ? undefined : new BroadcastChannel('outbox')

let known: () => readonly StoredMessage[] = () => []

/** Names the stored messages that a page shows: if the browser deletes the database, they are stored again. */
export const restoreFrom = (messages: typeof known): void => {
  known = messages
}

const transact = indexedStore(
  'outbox',
  'messages',
  (database) => {
    // An auto-incremented key keeps the messages in the order of writing.
    const store = database.createObjectStore('messages', { keyPath: 'position', autoIncrement: true })
    store.createIndex('clientMessageId', 'clientMessageId', { unique: true })
    store.createIndex('owner', 'owner')
    return store
  },
  () => known(),
)

/** Runs a transaction, and informs the other tabs of a change. @throws in a browser without storage */
const run: RunTransaction = async (mode, work) => {
  const result = await transact(mode, work)
  if (mode === 'readwrite') channel?.postMessage('changed')
  return result
}

/** Calls a function with each entry that an index has under a key. */
const forEach = (
  store: IDBObjectStore,
  index: 'clientMessageId' | 'owner',
  key: string,
  work: (cursor: IDBCursorWithValue) => void,
): IDBRequest<IDBCursorWithValue | null> => {
  const request = store.index(index).openCursor(key)
  request.onsuccess = () => {
    const cursor = request.result
    if (!cursor) return
    work(cursor)
    cursor.continue()
  }
  return request
}

/** @throws in a browser without storage: the message is then only in the page's memory */
export const storeMessage = async (message: StoredMessage): Promise<void> => {
  await run('readwrite', (store) => store.add(message))
}

/** An owner's messages that the server has not acknowledged, in the order of writing. @throws in a browser without storage */
export const storedMessages = async (owner: string): Promise<readonly StoredMessage[]> =>
  run('readonly', (store) => store.index('owner').getAll(owner) as IDBRequest<StoredMessage[]>)

/** Records why a message was refused, or with null that it has to be sent again. Does nothing if it was deleted. */
export const markStored = async (clientMessageId: string, code: string | null): Promise<void> => {
  await run('readwrite', (store) =>
    forEach(store, 'clientMessageId', clientMessageId, (cursor) =>
      cursor.update({ ...(cursor.value as StoredMessage), code }),
    ),
  )
}

export const removeStored = async (clientMessageId: string): Promise<void> => {
  await run('readwrite', (store) => forEach(store, 'clientMessageId', clientMessageId, (cursor) => cursor.delete()))
}

export const removeAllStored = async (owner: string): Promise<void> => {
  await run('readwrite', (store) => forEach(store, 'owner', owner, (cursor) => cursor.delete()))
}

/** Calls the listener when another tab has changed the stored messages. Returns a function that stops it. */
export const onStoredChange = (changed: () => void): (() => void) => {
  channel?.addEventListener('message', changed)
  return () => channel?.removeEventListener('message', changed)
}
