/**
 * A message that the server has not acknowledged. It stays in the browser's IndexedDB until then, so that neither a reload nor a
 * restart of the browser loses it (docs/decisions/016).
 */
export interface StoredMessage {
  /** Made once: however often the message is sent, the server keeps one. */
  readonly clientMessageId: string
  /** Who wrote it, by brand and member: `outboxOwner`. */
  readonly owner: string
  readonly memberId: string
  /** The name of whom it is for, as the page showed it. */
  readonly memberName: string
  readonly text: string
  readonly icebreaker: boolean
  /** `seq` of the message that it answers; absent in what an earlier version stored. */
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
      // The position keeps the order in which they were written.
      const store = request.result.createObjectStore(storeName, { keyPath: 'position', autoIncrement: true })
      store.createIndex('clientMessageId', 'clientMessageId', { unique: true })
      store.createIndex('owner', 'owner')
    }
    request.onsuccess = () => {
      const database = request.result
      // Another tab deletes it, or the browser does: the next call opens it again.
      database.onversionchange = () => database.close()
      database.onclose = () => (opened = undefined)
      resolve(database)
    }
    request.onerror = () => reject(request.error ?? new Error('IndexedDB did not open'))
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  }))

// Node has one too, and nothing to say in it while it renders.
const channel = typeof indexedDB === 'undefined' ? undefined : new BroadcastChannel('outbox')

/** Runs a transaction to its end and gives what its request found. @throws where the browser keeps nothing */
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

/** Does something with each entry that an index has under a key. */
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

/** @throws where the browser keeps nothing: the page's memory is all there is then */
export const storeMessage = async (message: StoredMessage): Promise<void> => {
  await run('readwrite', (store) => store.add(message))
}

/** What an owner wrote and the server has not acknowledged, in the order of writing. @throws where the browser keeps nothing */
export const storedMessages = async (owner: string): Promise<readonly StoredMessage[]> =>
  run('readonly', (store) => store.index('owner').getAll(owner) as IDBRequest<StoredMessage[]>)

/** Notes why a message was refused, or with null that it is to be sent again. Nothing happens to one that is gone. */
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

/** Calls when another tab changed what is stored; the answer stops that. */
export const onStoredChange = (changed: () => void): (() => void) => {
  channel?.addEventListener('message', changed)
  return () => channel?.removeEventListener('message', changed)
}
