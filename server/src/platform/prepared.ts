import pg from 'pg'

/** Texts differ where lists do; beyond this many a connection would keep plans that nobody asks for again. */
const most = 1000
const names = new Map<string, string>()

/** All columns: what they are may change under a connection that stays open, and PostgreSQL refuses a kept plan then. */
const allColumns = /(?:\bselect|\breturning|[,.])\s*\*/i

/** The name a statement is prepared under, the same on every connection; undefined for one that is not worth it. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= most || allColumns.test(text)) return undefined
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** A statement is given as its text, as an object with it, or by what reads its answer itself. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

type Ask = (...args: unknown[]) => unknown

/** Prepares each statement with parameters once a connection: PostgreSQL parses and plans it the first time only. */
export class PreparingClient extends pg.Client {
  /** Called when a query got no answer at all within the client's own time, which is longer than the database's. */
  onSilence: (() => void) | undefined
  onStatement: ((text: string) => void) | undefined

  // The driver declares a dozen ways to call it; only the ones that the query builder and the pool use are changed.
  override query = ((...args: unknown[]): unknown => {
    const [text, values] = args
    if (this.onStatement) this.onStatement(textOf(text))
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? statementName(text) : undefined
    const rest = args.slice(name === undefined ? 0 : 2)
    const answered = rest.at(-1)
    if (typeof answered === 'function')
      rest[rest.length - 1] = (error: unknown, result: unknown): void => {
        this.#hear(error)
        ;(answered as Ask)(error, result)
      }
    const ask = pg.Client.prototype.query as Ask
    const given = name === undefined ? ask.apply(this, rest) : ask.call(this, { name, text, values }, ...rest)
    if (!(given instanceof Promise)) return given
    return given.catch((error: unknown) => {
      this.#hear(error)
      throw error
    })
  }) as pg.Client['query']

  #hear(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout') this.onSilence?.()
  }
}
