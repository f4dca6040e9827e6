import { sql } from 'kysely'
import { isUnavailable, type Database, type Executor } from '#platform/database/database.ts'
import { addJob, jobAdded, type Jobs, removeJob } from '#platform/jobs/jobs.ts'
import { StorageUnavailable } from '#platform/storage.ts'

/** How long a stored file may wait for the row that names it; then a job removes it. By the clock that jobs go by. */
const rowAwaited = sql`(now() + interval '1 hour')`
/** How long a member waits for all files of an upload to be stored: less than a storage gives up one of them. */
export const memberWaitsMs = 20_000

export interface StoredWithRow<N extends keyof Jobs & string> {
  readonly db: Database
  /** The job that removes the files, unless the row names them. */
  readonly removal: { readonly job: N; readonly payload: Jobs[N]; readonly key: string }
  readonly store: (signal: AbortSignal) => Promise<void>
  readonly remove: () => Promise<void>
  /** Inserts the row that names the files, and calls `isNamed` in the same transaction. */
  readonly insert: (isNamed: (tx: Executor) => Promise<void>) => Promise<void>
}

/**
 * Stores the files of a member's upload and then their row. If that fails, or the process is killed, a job removes the
 * files.
 * @throws StorageUnavailable also when the files are not stored after twenty seconds
 */
export async function storeWithRow<N extends keyof Jobs & string>(upload: StoredWithRow<N>): Promise<void> {
  const { db, removal, store, remove, insert } = upload
  const { job, payload, key } = removal
  await sql`select ${jobAdded(job, payload, { key, runAt: rowAwaited })}`.execute(db)
  const signal = AbortSignal.timeout(memberWaitsMs)
  try {
    await store(signal)
    await insert((tx) => removeJob(tx, key))
  } catch (error) {
    // A commit whose connection is lost may have succeeded, and a file that was given up may arrive: the job looks later.
    if (isUnavailable(error) || (signal.aborted && error instanceof StorageUnavailable)) throw error
    // What is not removed now, the job removes, without waiting. A storage that has just failed is not asked again here.
    const removeLater = () => addJob(db, job, payload, { key })
    // The error that led here is the one that is thrown.
    await (error instanceof StorageUnavailable ? removeLater() : remove().catch(removeLater))
    throw error
  }
}
