import type { DatabaseHandle } from './database.ts'
import { type Deleted, deleteInBatches } from './delete-in-batches.ts'
import { dropMonths, monthOf, onConnection, partitionBefore } from './partitions.ts'

/** What happens to a table's rows over time: every table that grows has a rule. */
export type RetentionRule =
  /** Deleted with the member; docs/decisions/006 says how. */
  | { readonly kind: 'member' }
  /** Kept as long as the law requires, and anonymised when the member is erased. */
  | { readonly kind: 'law'; readonly why: string }
  /** Deleted soon after it has served its purpose, by a job of its module; a table of the platform says how. */
  | { readonly kind: 'sweep'; readonly job: string }
  /** Deleted by the retention job once the column is older than this many days. */
  | { readonly kind: 'age'; readonly column: string; readonly days: number; readonly why: string }
  /**
   * Its partition, a month, is dropped by the retention job this many days after its end
   * (platform/database/partitions.ts).
   */
  | { readonly kind: 'month'; readonly column: string; readonly days: number; readonly why: string }
  /** Does not grow with members or time. */
  | { readonly kind: 'fixed' }

export type RetentionRules = Readonly<Record<string, RetentionRule>>

export interface RetentionOptions {
  /** Rows per statement; 2,000. */
  readonly batch?: number
  /** Starts no batch when `performance.now()` is past this; the next night continues. */
  readonly until?: number
}

const day = 86_400_000

/**
 * Deletes rows older than their table's rule allows: whole months at once, other rows in batches that commit
 * separately, so that no lock is held for long. A table that fails does not keep the others from their turn, nor does
 * one with more rows than there is time for: each night begins with another table.
 * @returns rows deleted, by table, and the partitions that were dropped
 * @throws AggregateError with the error of each table that failed, after all others
 */
export async function applyRetention(
  database: Pick<DatabaseHandle, 'db' | 'pool'>,
  rules: RetentionRules,
  now: Date,
  { batch = 2000, until = Infinity }: RetentionOptions = {},
): Promise<Removed> {
  const rows: Record<string, number> = {}
  const partitions: string[] = []
  const errors: Error[] = []
  for (const [table, rule] of inTurns(Object.entries(rules), now)) {
    if (rule.kind !== 'age' && rule.kind !== 'month') continue
    try {
      const removed = await removeFrom(database, table, rule, now, { batch, until })
      partitions.push(...removed.partitions)
      if (removed.rows > 0) rows[table] = removed.rows
      if (!removed.complete) break
    } catch (error) {
      errors.push(new Error(`${table}: ${error instanceof Error ? error.message : String(error)}`, { cause: error }))
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `rows that are too old stay: ${errors.map(({ message }) => message).join('; ')}`)
  return { rows, partitions }
}

/** The same in an order that begins one further each day. */
function inTurns<T>(all: readonly T[], now: Date): readonly T[] {
  const first = Math.floor(now.getTime() / day) % all.length
  return [...all.slice(first), ...all.slice(0, first)]
}

async function removeFrom(
  { db, pool }: Pick<DatabaseHandle, 'db' | 'pool'>,
  table: string,
  rule: Extract<RetentionRule, { readonly kind: 'age' | 'month' }>,
  now: Date,
  { batch, until }: Required<RetentionOptions>,
): Promise<Deleted & Pick<Removed, 'partitions'>> {
  let [before, from] = [new Date(now.getTime() - rule.days * day), table]
  let partitions: readonly string[] = []
  if (rule.kind === 'month') {
    before = monthOf(before)
    from = `partitions.${partitionBefore(table)}`
    if (performance.now() <= until) partitions = await onConnection(pool, (client) => dropMonths(client, table, before))
  }
  const deleted = await deleteInBatches(
    db,
    { table: from, column: rule.column, before, ordered: false },
    { batch, until },
  )
  if (deleted.rows > 0)
    await db.insertInto('retention_runs').values({ table_name: table, ran_at: now, removed: deleted.rows }).execute()
  return { ...deleted, partitions }
}

export interface Removed {
  readonly rows: Readonly<Record<string, number>>
  readonly partitions: readonly string[]
}
