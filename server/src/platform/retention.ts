import type { DatabaseHandle } from './database.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import { timeLimits } from './time-limits.ts'
import { dropMonths, monthOf, onConnection, partitionBefore } from './partitions.ts'

/** What happens to a table's rows over time: every table that grows has a rule. */
export type RetentionRule =
  /** Deleted with the member; docs/decisions/006 says how. */
  | { readonly kind: 'member' }
  /** Kept as long as the law requires, and anonymised when the member is erased. */
  | { readonly kind: 'law'; readonly why: string }
  /** Deleted by a job of its module soon after it has served its purpose. */
  | { readonly kind: 'sweep'; readonly job: string }
  /** Deleted by the retention job once the column is older than this many days. */
  | { readonly kind: 'age'; readonly column: string; readonly days: number; readonly why: string }
  /** Its partition, a month, is dropped by the retention job this many days after its end (platform/partitions.ts). */
  | { readonly kind: 'month'; readonly column: string; readonly days: number; readonly why: string }
  /** Does not grow with members or time. */
  | { readonly kind: 'fixed' }

export type RetentionRules = Readonly<Record<string, RetentionRule>>

export interface RetentionOptions {
  /** Rows per statement; 2,000. */
  readonly batch?: number
  /** Starts no batch after this many milliseconds; the next night continues. */
  readonly timeoutMs?: number
}

const day = 86_400_000

/**
 * Deletes rows older than their table's rule allows: whole months at once, other rows in batches that commit separately,
 * so that no lock is held for long.
 * @returns rows deleted, by table, and the partitions that were dropped
 */
export async function applyRetention(
  { db, pool }: Pick<DatabaseHandle, 'db' | 'pool'>,
  rules: RetentionRules,
  now: Date,
  { batch = 2000, timeoutMs = timeLimits.retention }: RetentionOptions = {},
): Promise<Removed> {
  const end = performance.now() + timeoutMs
  const rows: Record<string, number> = {}
  const partitions: string[] = []
  for (const [table, rule] of Object.entries(rules)) {
    if (rule.kind !== 'age' && rule.kind !== 'month') continue
    let [before, from] = [new Date(now.getTime() - rule.days * day), table]
    if (rule.kind === 'month') {
      before = monthOf(before)
      from = `partitions.${partitionBefore(table)}`
      if (performance.now() <= end)
        partitions.push(...(await onConnection(pool, (client) => dropMonths(client, table, before))))
    }
    const deleted = await deleteInBatches(
      db,
      { table: from, column: rule.column, before, ordered: false },
      { batch, until: end },
    )
    if (deleted.rows > 0) rows[table] = deleted.rows
    if (!deleted.complete) break
  }
  return { rows, partitions }
}

export interface Removed {
  readonly rows: Readonly<Record<string, number>>
  readonly partitions: readonly string[]
}
