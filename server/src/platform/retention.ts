import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What happens to a table's rows over time: every table that grows has a rule. */
export type RetentionRule =
  /** Deleted with the member; docs/decisions/006 says how. */
  | { readonly kind: 'member' }
  /**
   * Kept as long as the law requires, and anonymised when the member is erased. Months older than `archivedAfterDays`
   * are also copied to the storage (platform/archive).
   */
  | { readonly kind: 'law'; readonly why: string; readonly archivedAfterDays?: number }
  /** Deleted by a job of its module soon after it has served its purpose. */
  | { readonly kind: 'sweep'; readonly job: string }
  /** Deleted by the retention job once the column is older than this many days. */
  | { readonly kind: 'age'; readonly column: string; readonly days: number; readonly why: string }
  /** Does not grow with members or time. */
  | { readonly kind: 'fixed' }

export type RetentionRules = Readonly<Record<string, RetentionRule>>

export interface RetentionOptions {
  /** Rows per statement; 2,000. */
  readonly batch?: number
  /** Starts no batch after this many milliseconds; the next night continues. Twenty minutes. */
  readonly timeoutMs?: number
}

const day = 86_400_000

/**
 * Deletes rows older than their table's rule allows, in batches that commit separately, so that no lock is held for
 * long.
 * @returns rows deleted, by table
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
