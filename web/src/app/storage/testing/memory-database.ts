import { vi } from 'vitest'

type Row = Record<string, unknown>

/** As much of IndexedDB as the app's stores use, in memory; each request succeeds a moment later. */
export function stubIndexedDb(): void {
  const databases = new Map<string, Store>()
  const soon = <T>(result: T) => {
    const request: { result: T; onsuccess?: () => void } = { result }
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  class Store {
    readonly rows = new Map<unknown, Row>()
    readonly #keyPath: string
    readonly #counts: boolean
    #last = 0
    constructor(keyPath: string, counts: boolean) {
      this.#keyPath = keyPath
      this.#counts = counts
    }
    createIndex() {}
    #set(row: Row) {
      if (this.#counts && row[this.#keyPath] === undefined) row = { ...row, [this.#keyPath]: (this.#last += 1) }
      this.rows.set(row[this.#keyPath], row)
      return soon(row[this.#keyPath])
    }
    add = (row: Row) => this.#set(row)
    put = (row: Row) => this.#set(row)
    get = (key: unknown) => soon(this.rows.get(key))
    getAll = () => soon([...this.rows.values()])
    delete = (key: unknown) => soon(this.rows.delete(key))
    index = (column: string) => {
      const found = (key: unknown) => [...this.rows.values()].filter((row) => row[column] === key)
      return {
        getAll: (key: unknown) => soon(found(key)),
        openCursor: (key: unknown) => {
          const rows = found(key)
          const request: { result: unknown; onsuccess?: () => void } = { result: null }
          const next = () =>
            queueMicrotask(() => {
              const row = rows.shift()
              request.result = row
                ? {
                    value: row,
                    update: (changed: Row) => this.#set(changed),
                    delete: () => this.rows.delete(row[this.#keyPath]),
                    continue: next,
                  }
                : null
              request.onsuccess?.()
            })
          next()
          return request
        },
      }
    }
  }
  const database = (name: string) => ({
    createObjectStore(_store: string, options: { readonly keyPath: string; readonly autoIncrement?: boolean }) {
      const store = new Store(options.keyPath, options.autoIncrement === true)
      databases.set(name, store)
      return store
    },
    transaction() {
      const transaction: { objectStore: () => Store | undefined; oncomplete?: () => void } = {
        objectStore: () => databases.get(name),
      }
      // After all requests of the transaction.
      setImmediate(() => transaction.oncomplete?.())
      return transaction
    },
  })
  vi.stubGlobal('indexedDB', {
    open(name: string) {
      const request: { result: unknown; onupgradeneeded?: () => void; onsuccess?: () => void } = {
        result: database(name),
      }
      queueMicrotask(() => {
        if (!databases.has(name)) request.onupgradeneeded?.()
        request.onsuccess?.()
      })
      return request
    },
  })
}
