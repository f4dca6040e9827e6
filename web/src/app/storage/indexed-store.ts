/** Runs a transaction to its end and returns the result of its request. @throws in a browser without storage */
export type RunTransaction = <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) => Promise<T>

/** The connection was closed by the browser, or its database was deleted: nothing was stored, and a new one may work. */
const isLost = (error: unknown): boolean =>
  error instanceof DOMException &&
  ['InvalidStateError', 'NotFoundError', 'AbortError', 'UnknownError'].includes(error.name)

/**
 * An object store in a database of its own, which is opened with its first transaction, and once more if the browser has
 * closed or deleted it since, as iOS does in the background.
 *
 * @param create makes the store
 * @param known what the page itself still knows of the rows: the first rows of a database that is created again
 */
export const indexedStore = (
  databaseName: string,
  storeName: string,
  create: (database: IDBDatabase) => IDBObjectStore,
  known: () => readonly unknown[] = () => [],
): RunTransaction => {
  let opened: Promise<IDBDatabase> | undefined
  const open = (): Promise<IDBDatabase> => {
    if (opened) return opened
    const opening = new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(databaseName, 1)
      request.onupgradeneeded = () => {
        const store = create(request.result)
        for (const row of known()) store.add(row)
      }
      request.onsuccess = () => {
        const database = request.result
        // Another tab deletes the database: the next call opens it again.
        database.onversionchange = () => {
          database.close()
          forget(opening)
        }
        database.onclose = () => forget(opening)
        resolve(database)
      }
      request.onerror = () => reject(request.error ?? new Error('IndexedDB did not open'))
    }).catch((error: unknown) => {
      forget(opening)
      throw error
    })
    opened = opening
    return opening
  }
  const forget = (lost: Promise<IDBDatabase>): void => {
    if (opened === lost) opened = undefined
  }
  const attempt: RunTransaction = async (mode, work) => {
    const used = open()
    const database = await used
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(storeName, mode)
        const request = work(transaction.objectStore(storeName))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error ?? new DOMException('IndexedDB gave up', 'AbortError'))
      })
    } catch (error) {
      if (isLost(error)) forget(used)
      throw error
    }
  }
  return async (mode, work) => {
    try {
      return await attempt(mode, work)
    } catch (error) {
      if (!isLost(error)) throw error
      return attempt(mode, work)
    }
  }
}
