import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What is due: the rows of a table whose time in `column` is over. */
export interface DueForDeletion {
  readonly table: string
  readonly column: string
  /** Rows with an earlier time are due. */
  readonly before: Date
  /** Rows with this very time are due, too. */
  readonly inclusive?: boolean
  /** False if no index begins with the column: then the table is scanned, which an order would make a sort for each batch. */
  readonly ordered?: boolean
}

export interface BatchOptions {
  /** Rows per statement; 2,000. */
  readonly batch?: number
  /** Starts no batch when `performance.now()` is past this. */
  readonly until?: number
}

export interface Deleted {
  readonly rows: number
  /** False if time ran out; the next run continues. Rows that others have locked are left to it, too. */
  readonly complete: boolean
}

/** A job that runs each hour leaves the rest to the next run after this time. */
const defaultTimeMs = 10 * 60_000

/**
 * Deletes what is due, in batches that commit separately: no lock is held for long, no long transaction
 * keeps others' dead rows, and what was deleted stays deleted when the process ends in between.
 */
export async function deleteInBatches(
  db: Database,
  { table, column, before, inclusive = false, ordered = true }: DueForDeletion,
  { batch = 2000, until = performance.now() + defaultTimeMs }: BatchOptions = {},
): Promise<Deleted> {
  const [from, time, is] = [sql.table(table), sql.ref(column), sql.raw(inclusive ? '<=' : '<')]
  // The order makes the planner read the column's index, whatever the kept plan believes about the date.
  const order = sql.raw(ordered ? `order by "${column}" ` : '')
  let rows = 0
  while (performance.now() <= until) {
    const { numAffectedRows } = await sql`
      delete from ${from} where ctid = any(array(
        select ctid from ${from} where ${time} ${is} ${before} ${order}limit ${batch} for update skip locked))`.execute(
      db,
    )
    const removed = Number(numAffectedRows ?? 0n)
    rows += removed
    if (removed < batch) return { rows, complete: true }
  }
  return { rows, complete: false }
}
