import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams'

export type Value = string | number | boolean | Date | null | undefined

/** The number of characters of one table's rows that are collected before they are written to its connection. */
const chunkSize = 64 * 1024

/** Writes the rows of one table with COPY over a separate connection. */
export class TableWriter {
  rows = 0
  readonly #stream: CopyStreamQuery
  readonly #client: pg.Client
  readonly #finished: Promise<void>
  #buffer = ''

  constructor(client: pg.Client, table: string, columns: string) {
    this.#client = client
    this.#stream = client.query(copyFrom(`copy ${table} (${columns}) from stdin`))
    this.#finished = finished(this.#stream)
    // The next write or `end` reports the error; until then, it must not count as an unhandled rejection.
    this.#finished.catch(() => undefined)
  }

  /** Bytes that the database has not taken yet. */
  get waiting(): number {
    return this.#stream.writableLength
  }

  row(...values: readonly Value[]): void {
    let line = ''
    for (const value of values) line += `${line === '' ? '' : '\t'}${encoded(value)}`
    this.#buffer += `${line}\n`
    this.rows += 1
    if (this.#buffer.length > chunkSize) this.#flush()
  }

  /** Resolves when the database has consumed enough to continue writing. */
  async drained(): Promise<void> {
    if (this.#stream.errored) throw this.#stream.errored
    // It may have drained while another writer was waited for.
    if (this.#stream.writableNeedDrain) await once(this.#stream, 'drain')
  }

  /** @throws the database's error about the rows. */
  async end(): Promise<void> {
    this.#flush()
    this.#stream.end()
    await this.#finished
    await this.#client.end()
  }

  #flush(): void {
    if (this.#buffer === '') return
    this.#stream.write(this.#buffer)
    this.#buffer = ''
  }
}

function encoded(value: Value): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'string')
    return /[\t\n\r\\]/.test(value) ? value.replace(/[\t\n\r\\]/g, (one) => escapes[one]!) : value
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return value instanceof Date ? value.toISOString() : String(value)
}
const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' }
