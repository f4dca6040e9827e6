import type pg from 'pg'

/** Statements with lists have many variants. */
const mostKnown = 1000

const changes =
  /\b(?:insert|update|delete|merge|truncate|call|copy|do|lock|nextval|setval|pg_\w*advisory\w*|add_job|send_one_message|send_messages?|for\s+(?:no\s+key\s+)?update|for\s+(?:key\s+)?share)\b/i

/** Throws unless a statement may run on a replica. */
export type RequireRead = (statement: string | pg.QueryConfig) => void

/**
 * Refuses everything but a query without effects, so that it may run on a replica, which would refuse it only in
 * production, and what reads one of the `exact` tables, which have to be up to date.
 */
export function createRequireRead(exact: readonly string[]): RequireRead {
  const known = new Set<string>()
  const exactNames = new RegExp(`\\b(${exact.join('|')})\\b`, 'i')
  return (statement) => {
    const text = typeof statement === 'string' ? statement : statement.text
    if (known.has(text)) return
    const code = text.replaceAll(/--[^\n]*|'(?:[^']|'')*'|"[^"]*"/g, ' ')
    if (!/^\s*(?:select|with)\b/i.test(code) || changes.test(code))
      throw new Error(`a statement that may run on a replica changes or locks something: ${text.trim().slice(0, 80)}`)
    const [table] = exactNames.exec(text.replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, ' ')) ?? []
    if (table !== undefined)
      throw new Error(`a statement that may run on a replica reads ${table}, which has to be up to date`)
    if (known.size < mostKnown) known.add(text)
  }
}
