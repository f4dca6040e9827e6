import { parseArgs } from 'node:util'
import { dueMonths } from '../platform/archive/archive-months.ts'
import { pseudonym } from '../platform/archive/pseudonyms.ts'
import { readManifest } from '../platform/archive/read-file.ts'
import { archivedTables } from '../platform/archive/tables.ts'
import type { Database } from '../platform/database.ts'
import { isUuid } from '../platform/ids.ts'
import type { Storage } from '../platform/storage.ts'
import { openStorage } from '../platform/storage/open.ts'
import { type CommandResult, refused } from './command-result.ts'
import { runOnEach } from './on-databases.ts'

const usage = `Usage: npm run archive -- list
       npm run archive -- verify [--table=${Object.keys(archivedTables).join('|')}]
       npm run archive -- show --table=… --month=2025-01 [--member=ID]`

export interface ArchiveCommandDeps {
  readonly db: Database
  readonly storage: Storage
  readonly clock: () => Date
  /** Receives each row that `show` finds, as a JSON line. */
  readonly onLine?: (line: string) => void
}

/** Lists, verifies and reads the archive; changes nothing. */
export async function readArchive(args: readonly string[], deps: ArchiveCommandDeps): Promise<CommandResult> {
  const given = parsed(args)
  if (typeof given === 'string') return refused(given, usage)
  const { action, table, month, member } = given
  if (table !== undefined && !Object.hasOwn(archivedTables, table))
    return refused(`--table: ${table} is not archived`, usage)
  if (action === 'list') return list(deps)
  if (action === 'verify') return verify(deps, table)
  if (action !== 'show')
    return refused(action === undefined ? 'An action is missing.' : `There is no ${action}.`, usage)
  if (table === undefined || month === undefined) return refused('show needs --table and --month.', usage)
  if (member !== undefined && !isUuid(member)) return refused('--member: the id of a member', usage)
  return show(deps, table, month, member)
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      // `runOnEach` reads the brand.
      options: { table: text, month: text, member: text, brand: text },
    })
    if (positionals.length > 1) return `${positionals[1]}: one action at a time`
    return { action: positionals[0], ...values }
  } catch (error) {
    // What is wrong with the command line is the answer.
    return error instanceof Error ? error.message : String(error)
  }
}

const files = (db: Database) =>
  db
    .selectFrom('archive_files')
    .select(['table_name', 'month', 'storage_key', 'rows', 'bytes', 'sha256', 'finished_at'])
    .orderBy('table_name')
    .orderBy('month')

async function list({ db }: ArchiveCommandDeps): Promise<CommandResult> {
  const lines = (await files(db).execute()).map((file) =>
    file.finished_at === null
      ? `${file.table_name} ${file.month}  unfinished`
      : `${file.table_name} ${file.month}  ${file.rows} rows, ${file.bytes} bytes, ${file.storage_key}`,
  )
  return { ok: true, lines: lines.length === 0 ? ['Nothing has been archived yet.'] : lines }
}

/** Reads every file and compares it with its manifest and with the database; also finds months that are missing. */
async function verify(deps: ArchiveCommandDeps, only: string | undefined): Promise<CommandResult> {
  const lines: string[] = []
  let ok = true
  const report = (line: string, problems: readonly string[]): void => {
    ok &&= problems.length === 0
    lines.push(`${line}  ${problems.length === 0 ? 'ok' : problems.join('; ')}`)
  }
  for (const file of await files(deps.db).where('finished_at', 'is not', null).execute()) {
    if (only !== undefined && file.table_name !== only) continue
    const { manifest, problems } = await readManifest(deps.storage, file.storage_key)
    const isSame =
      manifest === undefined ||
      (manifest.sha256 === file.sha256 && manifest.rows === file.rows && manifest.bytes === Number(file.bytes))
    report(`${file.table_name} ${file.month}`, [
      ...problems,
      ...(isSame ? [] : ['its manifest is not the one that the database knows']),
    ])
  }
  for (const [table, spec] of Object.entries(archivedTables)) {
    if (only !== undefined && table !== only) continue
    for (const month of await dueMonths(deps, table, spec)) report(`${table} ${month}`, ['has not been archived yet'])
  }
  return { ok, lines }
}

async function show(
  { db, storage, onLine = (line) => console.log(line) }: ArchiveCommandDeps,
  table: string,
  month: string,
  member: string | undefined,
): Promise<CommandResult> {
  const file = await files(db)
    .where('table_name', '=', table)
    .where('month', '=', month)
    .where('finished_at', 'is not', null)
    .executeTakeFirst()
  if (!file) return refused(`${table} ${month} has not been archived.`)
  const known =
    member === undefined
      ? undefined
      : await db.selectFrom('archive_keys').select('secret').where('member_id', '=', member).executeTakeFirst()
  if (member !== undefined && !known) return refused('No archived row is of this member, or the member was erased.')
  const wanted = known && pseudonym(known.secret, table)
  const { problems } = await readManifest(storage, file.storage_key, (row) => {
    if (wanted === undefined || row['member'] === wanted) onLine(JSON.stringify(row))
  })
  return { ok: problems.length === 0, lines: problems }
}

if (import.meta.main) {
  const dataDir = process.env['DATA_DIR']
  if (!dataDir) {
    console.error('DATA_DIR: is missing; `npm run archive` sets it')
    process.exit(2)
  }
  const storage = openStorage({ dataDir, storageUrl: process.env['STORAGE_URL'] })
  await runOnEach('archive', (args, { db }) => readArchive(args, { db, storage, clock: () => new Date() }))
}
