/** Runs a transaction to its end and returns the result of its request. @throws in a browser without storage */
export type RunTransaction = <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) => Promise<T>

/** An object store in a database of its own, which is opened with its first transaction. @param create makes the store */
export const indexedStore = (
  databaseName: string,
  storeName: string,
  create: (database: IDBDatabase) => void,
): RunTransaction => {
  let opened: Promise<IDBDatabase> | undefined
  const open = (): Promise<IDBDatabase> =>
    (opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(databaseName, 1)
      request.onupgradeneeded = () => create(request.result)
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
  return async (mode, work) => {
    const database = await open()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = work(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB gave up'))
    })
  }
}
