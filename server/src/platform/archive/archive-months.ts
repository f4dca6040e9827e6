import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { newId } from '../ids.ts'
import type { Storage } from '../storage.ts'
import { timeLimits } from '../time-limits.ts'
import { archivedTables, type ArchivedTable } from './tables.ts'
import { readManifest } from './read-file.ts'
import { type Manifest, manifestOf, monthRange, writeMonth } from './write-month.ts'

const day = 86_400_000

export interface ArchiveDeps {
  readonly db: Database
  readonly storage: Storage
  readonly clock: () => Date
}

export interface ArchiveLimits {
  /** Defaults to the books and evidence that the law requires to be kept. */
  readonly tables?: Readonly<Record<string, ArchivedTable>>
  /** No month is begun after this many milliseconds; the next run continues with it. */
  readonly timeLimitMs?: number
}

/**
 * Copies every month that is old enough and not archived yet. A run that was killed is continued: its file is written
 * again under another name, and the unfinished one is removed. Runs of the job take turns by its queue.
 * @returns the new files
 */
export async function archiveMonths(
  deps: ArchiveDeps,
  { tables = archivedTables, timeLimitMs = timeLimits['archive-months'] }: ArchiveLimits = {},
): Promise<readonly Manifest[]> {
  const end = performance.now() + timeLimitMs
  const written: Manifest[] = []
  for (const [table, spec] of Object.entries(tables))
    for (const month of await dueMonths(deps, table, spec)) {
      if (performance.now() > end) return written
      written.push(await archiveMonth(deps, table, spec, month))
    }
  return written
}

/** The months, oldest first, that are old enough, have begun to exist in the table, and have no finished file. */
export async function dueMonths(
  { db, clock }: Pick<ArchiveDeps, 'db' | 'clock'>,
  table: string,
  spec: ArchivedTable,
): Promise<readonly string[]> {
  const until = new Date(clock().getTime() - spec.days * day)
  const finished = await db
    .selectFrom('archive_files')
    .select('month')
    .where('table_name', '=', table)
    .where('finished_at', 'is not', null)
    .orderBy('month', 'desc')
    .execute()
  const done = new Set(finished.map(({ month }) => month))
  const [newest] = done
  const due: string[] = []
  for (
    let month = newest === undefined ? await firstMonth(db, table, spec, until) : nextMonth(newest);
    month !== undefined && monthRange(month)[1] <= until;
    month = nextMonth(month)
  )
    due.push(month)
  return due
}

/** The month of the oldest row; read once in the life of a table. */
async function firstMonth(db: Database, table: string, spec: ArchivedTable, until: Date): Promise<string | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(${sql.ref(spec.at)}) as at from ${sql.table(table)} where ${sql.ref(spec.at)} < ${until}`.execute(db)
  return rows[0]?.at?.toISOString().slice(0, 7)
}

const nextMonth = (month: string): string => monthRange(month)[1].toISOString().slice(0, 7)

async function archiveMonth(deps: ArchiveDeps, table: string, spec: ArchivedTable, month: string): Promise<Manifest> {
  const { db, storage, clock } = deps
  const file = `archive/${table}/${month}-${newId()}.jsonl.gz`
  // Named before it is written, so that a killed run leaves no file that no one knows of.
  const unfinished = await db.transaction().execute(async (tx) => {
    const before = await tx
      .deleteFrom('archive_files')
      .where('table_name', '=', table)
      .where('month', '=', month)
      .where('finished_at', 'is', null)
      .returning('storage_key')
      .executeTakeFirst()
    await tx
      .insertInto('archive_files')
      .values({ table_name: table, month, storage_key: file, started_at: clock() })
      .execute()
    return before?.storage_key
  })
  if (unfinished !== undefined) for (const key of [unfinished, manifestOf(unfinished)]) await storage.remove(key)
  const manifest = await writeMonth({ db, storage, now: clock() }, table, spec, { month, file })
  await storage.put(manifestOf(file), `${JSON.stringify(manifest, undefined, 2)}\n`)
  const problem = (await readManifest(storage, file)).problems[0]
  if (problem !== undefined) throw new Error(`the archive of ${table} ${month} was not stored correctly: ${problem}`)
  await db
    .updateTable('archive_files')
    .set({ finished_at: clock(), rows: manifest.rows, bytes: manifest.bytes, sha256: manifest.sha256 })
    .where('table_name', '=', table)
    .where('month', '=', month)
    .where('storage_key', '=', file)
    .execute()
  return manifest
}
