import type pg from 'pg'

const known = new Set<string>()
/** Statements with lists have many variants. */
const mostKnown = 1000

const changes =
  /\b(?:insert|update|delete|merge|truncate|call|copy|do|lock|nextval|setval|pg_\w*advisory\w*|add_job|send_messages?|for\s+(?:no\s+key\s+)?update|for\s+(?:key\s+)?share)\b/i

/** Tables about money and access: what they say of a moment ago may not be true any more. */
const exact =
  /\b(wallets|ledger_transfers|credit_refills|subscriptions|payment_\w+|refunds|disputes|invoices|card_tokens|sessions|one_time_tokens|passkeys)\b/i

/**
 * Refuses everything but a query without effects, so that it may run on a replica, which would refuse it only in
 * production.
 * @throws Error
 */
export function requireRead(statement: string | pg.QueryConfig): void {
  const text = typeof statement === 'string' ? statement : statement.text
  if (known.has(text)) return
  const code = text.replaceAll(/--[^\n]*|'(?:[^']|'')*'|"[^"]*"/g, ' ')
  if (!/^\s*(?:select|with)\b/i.test(code) || changes.test(code))
    throw new Error(`a statement that may run on a replica changes or locks something: ${text.trim().slice(0, 80)}`)
  const [table] = exact.exec(text.replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, ' ')) ?? []
  if (table !== undefined)
    throw new Error(`a statement that may run on a replica reads ${table}, which has to be up to date`)
  if (known.size < mostKnown) known.add(text)
}
