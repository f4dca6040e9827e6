import pg from 'pg'
import { traceStatement } from '#platform/process/tracing.ts'

/** `select *`: if the columns change while a connection is open, PostgreSQL refuses the prepared statement. */
const allColumns = /(?:\bselect|\breturning|[,.])\s*\*/i

/**
 * Names statements for preparing: equal on all connections, undefined if preparing is not worth it.
 *
 * @param most statements with lists have many variants; beyond this number a connection would keep plans that are never
 *   used again
 */
export function createStatementNames(most: number): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= most || allColumns.test(text)) return undefined
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}
const statementName = createStatementNames(1000)

/** A statement arrives as text, as an object with the text, or as a Submittable. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

type Ask = (...args: unknown[]) => unknown

/**
 * Prepares each parametrised statement once per connection, so that PostgreSQL parses and plans it only the first time.
 */
export class PreparingClient extends pg.Client {
  /** Called when a query gets no answer within the client-side time-out, which is longer than the database's. */
  onSilence: (() => void) | undefined
  onStatement: ((text: string) => void) | undefined
  /** False behind a pooler that may run the next statement on another connection, which does not know the name. */
  prepares = true
  /** Which of the pool's servers it leads to. */
  readonly server: number

  constructor(config?: pg.ClientConfig & { readonly server?: number }) {
    super(config)
    this.server = config?.server ?? 0
  }

  // `query` has a dozen overloads; only those used by the query builder and the pool are changed.
  override query = ((...args: unknown[]): unknown => {
    const [text, values] = args
    if (this.onStatement) this.onStatement(textOf(text))
    if (!this.prepares && typeof text === 'object' && text !== null && 'name' in text)
      args[0] = { ...text, name: undefined }
    const name =
      this.prepares && typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? statementName(text)
        : undefined
    const rest = args.slice(name === undefined ? 0 : 2)
    const answered = rest.at(-1)
    const ended = traceStatement(textOf(text))
    if (typeof answered === 'function')
      rest[rest.length - 1] = (error: unknown, result: unknown): void => {
        this.#hear(error)
        ended?.(error)
        ;(answered as Ask)(error, result)
      }
    const ask = pg.Client.prototype.query as Ask
    const given = name === undefined ? ask.apply(this, rest) : ask.call(this, { name, text, values }, ...rest)
    // A Submittable answers by itself, and its part of a trace ends here.
    if (!(given instanceof Promise)) {
      if (typeof answered !== 'function') ended?.()
      return given
    }
    if (ended) void given.then(() => ended(), ended)
    return given.catch((error: unknown) => {
      this.#hear(error)
      throw error
    })
  }) as pg.Client['query']

  #hear(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout') this.onSilence?.()
  }
}
