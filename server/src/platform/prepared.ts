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

/** Prepares each statement with parameters once a connection: PostgreSQL parses and plans it the first time only. */
export class PreparingClient extends pg.Client {
  // The driver declares a dozen ways to call it; only the one that the query builder uses is changed.
  override query = ((...args: unknown[]): unknown => {
    const [text, values] = args
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? statementName(text) : undefined
    const ask = pg.Client.prototype.query as (...args: unknown[]) => unknown
    return name === undefined ? ask.apply(this, args) : ask.call(this, { name, text, values }, ...args.slice(2))
  }) as pg.Client['query']
}
