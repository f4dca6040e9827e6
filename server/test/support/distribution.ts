import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/* How a pool could be spread over several nodes (Citus), as the tables of docs/scale.md say. */

const document = readFileSync(join(import.meta.dirname, '../../../docs/scale.md'), 'utf8')
const section = /## Several nodes for one pool\n(.*?)(?:\n## |$)/s.exec(document)?.[1] ?? ''

/** What stands beside a name in the section's tables, split at commas. */
export const listed: ReadonlyMap<string, readonly string[]> = new Map(
  [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].map(([, name = '', list = '']) => [name, list.split(', ')]),
)

/** Tables that every node has whole. */
export const copied = listed.get('copied to every node') ?? []

export interface Placed {
  /** The table's own column, whose value decides on the node; undefined if a new one would be needed. */
  readonly column: string | undefined
  /** The value, of the row `t`. */
  readonly value: string
}

const rules: Readonly<Record<string, Placed>> = {
  'by low_id of the conversation': {
    column: 'conversation_id',
    value: '(select c.low_id from conversations c where c.id = t.conversation_id)',
  },
  'by member_id of the payment': {
    column: 'attempt_id',
    value: '(select a.member_id from payment_attempts a where a.id = t.attempt_id)',
  },
  'by the member who caused it': {
    column: undefined,
    value: `coalesce(payload ->> 'senderId', payload ->> 'memberId')`,
  },
}

/** Where the rows of each table are that is not copied. */
export const placed: ReadonlyMap<string, Placed> = new Map(
  [...listed].flatMap(([name, tables]) => {
    const [, column] = /^by (\w+)$/.exec(name) ?? []
    const rule = rules[name] ?? (column === undefined ? undefined : { column, value: `t.${column}` })
    return rule === undefined ? [] : tables.map((table) => [table, rule] as const)
  }),
)

/**
 * The nodes that each transaction since one has written rows to, as the values that decide on them.
 * @returns lists of values, with the table before those that are no member's id
 */
export async function nodesWritten(pool: pg.Pool, since: number): Promise<readonly (readonly string[])[]> {
  const perTransaction = new Map<number, Set<string>>()
  for (const [table, { column, value }] of placed) {
    const { rows } = await pool.query<{ xid: number; node: string }>(
      `select distinct xmin::text::bigint as xid, (${value})::text as node from ${table} t where xmin::text::bigint > $1`,
      [since],
    )
    const isMember = column === undefined || ['member_id', 'low_id', 'conversation_id', 'attempt_id'].includes(column)
    for (const { xid, node } of rows) {
      const nodes = perTransaction.get(xid) ?? new Set()
      perTransaction.set(xid, nodes.add(isMember || table === 'members' ? node : `${table} ${node}`))
    }
  }
  return [...perTransaction].toSorted(([one], [other]) => one - other).map(([, nodes]) => [...nodes].toSorted())
}
