import { vi } from 'vitest'

type Row = Record<string, unknown>

/** What browsers do to databases. */
export interface Faults {
  /** Closes every open connection without an event, as iOS does in the background. */
  closeAll(): void
  /** Deletes a database, as another tab may. */
  remove(name: string): void
  /** Refuses to open and to write, as some private modes do; until it is called with null. */
  refuse(name: string | null): void
}

/** As much of IndexedDB as the app's stores use, in memory; each request succeeds a moment later. */
export function stubIndexedDb(): Faults {
  const databases = new Map<string, Store>()
  interface Connection {
    readonly name: string
    isClosed: boolean
    onversionchange?: () => void
    close(): void
  }
  let connections: Connection[] = []
  let refusal: string | null = null
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
    name,
    isClosed: false,
    close() {
      this.isClosed = true
    },
    createObjectStore(_store: string, options: { readonly keyPath: string; readonly autoIncrement?: boolean }) {
      const store = new Store(options.keyPath, options.autoIncrement === true)
      databases.set(name, store)
      return store
    },
    transaction() {
      if (this.isClosed) throw new DOMException('The connection is closing', 'InvalidStateError')
      if (!databases.has(name)) throw new DOMException('No such store', 'NotFoundError')
      if (refusal !== null) throw new DOMException('No room', refusal)
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
      const connection = database(name)
      const request: {
        result: unknown
        error?: DOMException
        onupgradeneeded?: () => void
        onsuccess?: () => void
        onerror?: () => void
      } = { result: connection }
      queueMicrotask(() => {
        if (refusal !== null) {
          request.error = new DOMException('No storage', refusal)
          return request.onerror?.()
        }
        connections.push(connection)
        if (!databases.has(name)) request.onupgradeneeded?.()
        return request.onsuccess?.()
      })
      return request
    },
  })
  return {
    closeAll() {
      for (const connection of connections) connection.isClosed = true
      connections = []
    },
    remove(name) {
      databases.delete(name)
      for (const connection of connections) if (connection.name === name) connection.onversionchange?.()
    },
    refuse(name) {
      refusal = name
    },
  }
}
