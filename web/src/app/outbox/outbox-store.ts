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

const storeName = 'messages'
let opened: Promise<IDBDatabase> | undefined

const open = (): Promise<IDBDatabase> =>
  (opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('outbox', 1)
    request.onupgradeneeded = () => {
      // An auto-incremented key keeps the messages in the order of writing.
      const store = request.result.createObjectStore(storeName, { keyPath: 'position', autoIncrement: true })
      store.createIndex('clientMessageId', 'clientMessageId', { unique: true })
      store.createIndex('owner', 'owner')
    }
    request.onsuccess = () => {
      const database = request.result
      // Another tab or the browser deletes the database: the next call opens it again.
      database.onversionchange = () => database.close()
      database.onclose = () => (opened = undefined)
      resolve(database)
    }
    request.onerror = () => reject(request.error ?? new Error('IndexedDB did not open'))
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  }))

// Node has a BroadcastChannel, too, but no other tabs to inform while it renders a page.
const channel = typeof indexedDB === 'undefined' ? undefined : new BroadcastChannel('outbox')

/** Runs a transaction to its end and returns the result of its request. @throws in a browser without storage */
const run = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await open()
  const result = await new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(storeName, mode)
    const request = work(transaction.objectStore(storeName))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB gave up'))
  })
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
