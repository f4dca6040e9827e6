import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What becomes of a table's rows with the years: each table that grows has one. */
export type RetentionRule =
  /** Goes when the member does, who decides: docs/decisions/006. */
  | { readonly kind: 'member' }
  /** Kept as long as the law asks, under nobody's name once the member is erased. */
  | { readonly kind: 'law'; readonly why: string }
  /** Removed by a job of its module soon after it served. */
  | { readonly kind: 'sweep'; readonly job: string }
  /** Removed by the retention job when the column is older than so many days. */
  | { readonly kind: 'age'; readonly column: string; readonly days: number; readonly why: string }
  /** Does not grow with members or time. */
  | { readonly kind: 'fixed' }

export type RetentionRules = Readonly<Record<string, RetentionRule>>

export interface RetentionOptions {
  /** Rows of one statement; 2,000. */
  readonly batch?: number
  /** No batch is begun after so long; the next night goes on. Twenty minutes. */
  readonly timeoutMs?: number
}

const day = 86_400_000

/**
 * Removes what is older than its table's rule allows, in batches that commit one by one, so that nobody waits behind them.
 * @returns rows removed, by table
 */
export async function applyRetention(
  db: Database,
  rules: RetentionRules,
  now: Date,
  { batch = 2000, timeoutMs = 1_200_000 }: RetentionOptions = {},
): Promise<Readonly<Record<string, number>>> {
  const end = performance.now() + timeoutMs
  const removed: Record<string, number> = {}
  for (const [table, rule] of Object.entries(rules)) {
    if (rule.kind !== 'age') continue
    const before = new Date(now.getTime() - rule.days * day)
    for (;;) {
      if (performance.now() > end) return removed
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${sql.ref(rule.column)} < ${before} limit ${batch} for update skip locked))`.execute(
        db,
      )
      const rows = Number(numAffectedRows ?? 0n)
      if (rows > 0) removed[table] = (removed[table] ?? 0) + rows
      if (rows < batch) break
    }
  }
  return removed
}
