import { sql } from 'kysely'
import type { Database, Executor } from '#platform/database/database.ts'
import { type BatchOptions, deleteInBatches } from '#platform/database/delete-in-batches.ts'

export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000)

/** Counts one attempt in the current hour and returns the number so far. Atomic across processes. */
export async function countAttempt(executor: Executor, bucket: string, at: Date): Promise<number> {
  const { rows } = await sql<{ hits: number }>`
    insert into limit_counters (bucket, window_start, hits) values (${bucket}, ${hourOf(at)}, 1)
    on conflict (bucket, window_start) do update set hits = limit_counters.hits + 1 returning hits`.execute(executor)
  return rows[0]?.hits ?? 1
}

/** Resets a counter: the right password makes up for the wrong ones before it. */
export async function clearAttempts(executor: Executor, bucket: string): Promise<void> {
  await executor.deleteFrom('limit_counters').where('bucket', '=', bucket).execute()
}

export async function sweepAttempts(db: Database, at: Date, time?: BatchOptions): Promise<void> {
  const before = new Date(at.getTime() - 2 * 3_600_000)
  await deleteInBatches(db, { table: 'limit_counters', column: 'window_start', before }, time)
}
