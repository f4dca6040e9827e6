import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { checkLedger } from '#modules/credits/index.ts'
import type { Database } from '#platform/database/database.ts'
import { readMigrations } from '#platform/database/migration-files.ts'
import { openStorage } from '#platform/storage/open.ts'
import type { Storage } from '#platform/storage.ts'
import { type CommandResult, refused } from './command-result.ts'
import { runOnEach } from './on-databases.ts'

/*
 * npm run restore -- check [--all-files]: proves that a restored database is whole. It changes nothing in it but the
 * note that it was proved, which the console of the staff shows.
 */

const usage = `npm run restore -- check               every database of the installation
npm run restore -- check --all-files   looks for all files that rows name, and not only for some
npm run restore -- check --brand KEY   only the database of this brand`

/** Files looked for in each table that names some, unless all of them are. */
const sampleSize = 500

/** A statement reads a whole table. */
const statementMs = 6 * 3_600_000

interface Finding {
  readonly ok: boolean
  readonly text: string
}

const fine = (text: string): Finding => ({ ok: true, text })
const fault = (text: string): Finding => ({ ok: false, text })

export interface RestoreCheckDeps {
  readonly db: Database
  readonly storage: Storage
  /** Keeps what was found. @returns why it could not, if it could not */
  readonly note?: (isWhole: boolean) => Promise<string | undefined>
}

/** Checks one database, and the files that its rows name. One line for each check; a fault stops none of the others. */
export async function checkRestored(args: readonly string[], deps: RestoreCheckDeps): Promise<CommandResult> {
  let all: boolean
  try {
    const options = { 'all-files': { type: 'boolean', default: false }, brand: { type: 'string' } } as const
    all = parseArgs({ args: [...args], options }).values['all-files']
  } catch (error) {
    return refused((error as Error).message, usage)
  }
  const { db, storage, note } = deps
  const checks: Record<string, () => Promise<readonly Finding[]>> = {
    schema: () => schema(db),
    tables: () => tables(db),
    ledger: () => ledger(db),
    references: () => references(db),
    jobs: () => jobs(db),
    files: () => files(db, storage, all),
  }
  const findings: Finding[] = []
  for (const [name, check] of Object.entries(checks))
    findings.push(...(await check().catch((error: Error) => [fault(`${name}: ${error.message}`)])))
  const isWhole = findings.every(({ ok }) => ok)
  const unnoted = await note?.(isWhole)
  return {
    ok: isWhole,
    lines: [
      ...findings.map(({ ok, text }) => `${ok ? 'ok   ' : 'FAULT'} ${text}`),
      ...(unnoted === undefined ? [] : [`The console won't show that it was checked: ${unnoted}`]),
    ],
  }
}

/** read_only_sql_transaction, undefined_table. */
const unwritable: Readonly<Record<string, string>> = {
  '25006': 'the database may only be read',
  '42P01': 'it is of an earlier version',
}

/** Notes a check in the database that was checked, unless that was never restored. */
export async function noteRestoreCheck(
  db: Database,
  { isWhole, at, wasRestored }: { readonly isWhole: boolean; readonly at: Date; readonly wasRestored: boolean },
): Promise<string | undefined> {
  const { rows } = await sql<{ embedded: boolean }>`
    select current_setting('archive_command') like '%archive_to%' as embedded`.execute(db)
  if (rows[0]?.embedded && !wasRestored) return 'it was not restored, or was proved before'
  try {
    const what = isWhole ? 'restore_proved' : 'restore_faulty'
    await db
      .insertInto('upkeep')
      .values({ what, at })
      .onConflict((conflict) => conflict.column('what').doUpdateSet({ at }))
      .execute()
  } catch (error) {
    const why = unwritable[(error as { code?: string }).code ?? '']
    if (why === undefined) throw error
    return why
  }
}

async function schema(db: Database): Promise<readonly Finding[]> {
  const known = await readMigrations(new URL('../../migrations/', import.meta.url))
  const applied = await db.selectFrom('schema_migrations').select('name').where('name', 'not like', '%/%').execute()
  const names = new Set(applied.map(({ name }) => name))
  const newest = [...names].sort().at(-1) ?? 'none'
  const unknown = [...names].filter((name) => !known.some((file) => file.name === name))
  if (unknown.length > 0)
    return [fault(`schema: ${newest} is unknown here; use the version of Incontro that the database was used with`)]
  const missing = known.filter(({ name }) => !names.has(name)).length
  return [fine(`schema: ${newest}${missing === 0 ? '' : `; the next start applies ${missing} more migrations`}`)]
}

/** Reads every row, since a damaged page shows only when it is read. */
async function tables(db: Database): Promise<readonly Finding[]> {
  const { rows } = await sql<{ name: string; whole: string; timed: boolean }>`
    select c.oid::regclass::text as name, coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as whole,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'created_at'
        and a.atttypid = 'timestamptz'::regtype and not a.attisdropped) as timed
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`.execute(db)
  const counts = new Map<string, number>()
  const faults: Finding[] = []
  let newest: { at: Date; name: string } | undefined
  for (const { name, whole, timed } of rows)
    try {
      // Counting whole rows reads the table itself and not one of its indexes.
      const read = await sql<{ n: number; at: Date | null }>`
        select count(t) as n, ${sql.raw(timed ? 'max(t.created_at)' : 'null::timestamptz')} as at from ${sql.raw(name)} t`.execute(
        db,
      )
      const { n = 0, at = null } = read.rows[0] ?? {}
      counts.set(whole, (counts.get(whole) ?? 0) + n)
      if (at !== null && (newest === undefined || at > newest.at)) newest = { at, name: whole }
    } catch (error) {
      faults.push(fault(`table ${name} cannot be read: ${(error as Error).message}`))
    }
  const filled = [...counts].filter(([, n]) => n > 0)
  return [
    ...filled.map(([name, n]) => fine(`table ${name}: ${n} rows`)),
    ...faults,
    fine(`tables: ${counts.size} read, ${counts.size - filled.length} of them empty`),
    newest === undefined
      ? fault('newest row: there is none')
      : fine(`newest row: of ${newest.at.toISOString()}, in ${newest.name}`),
  ]
}

async function ledger(db: Database): Promise<readonly Finding[]> {
  const { wallets, transfers, differences } = await checkLedger(db)
  const text = `ledger: ${wallets} wallets, ${transfers} transfers, ${differences.length} differences`
  return [differences.length === 0 ? fine(text) : fault(`${text}; npm run ledger:check lists them`)]
}

async function references(db: Database): Promise<readonly Finding[]> {
  const { rows } = await sql<{ name: string; child: string; parent: string; given: string; joined: string }>`
    select k.conname as name, k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
      string_agg(format('c.%I is not null', c.attname), ' and ') as given,
      string_agg(format('p.%I = c.%I', p.attname, c.attname), ' and ') as joined
    from pg_constraint k, unnest(k.conkey, k.confkey) as pair (child, parent), pg_attribute c, pg_attribute p
    where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace
      and c.attrelid = k.conrelid and c.attnum = pair.child and p.attrelid = k.confrelid and p.attnum = pair.parent
    group by k.oid order by 2, 1`.execute(db)
  const faults: Finding[] = []
  for (const { name, child, parent, given, joined } of rows) {
    const found = await sql<{ n: number }>`
      select count(*) as n from ${sql.raw(child)} c
      where ${sql.raw(given)} and not exists (select from ${sql.raw(parent)} p where ${sql.raw(joined)})`.execute(db)
    const n = found.rows[0]?.n ?? 0
    if (n > 0) faults.push(fault(`references: ${n} rows of ${child} have no ${parent} (${name})`))
  }
  return faults.length > 0 ? faults : [fine(`references: ${rows.length} hold`)]
}

/** What the next start goes on with. */
async function jobs(db: Database): Promise<readonly Finding[]> {
  const { rows } = await sql<{ jobs: number; ended: number; events: number; mails: number }>`
    select count(*) as jobs, count(*) filter (where attempts >= max_attempts) as ended,
      (select count(*) from outbox) as events, (select count(*) from emails where state = 'queued') as mails
    from graphile_worker.jobs`.execute(db)
  const { jobs: n, ended, events, mails } = rows[0] ?? {}
  return [fine(`jobs: ${n} wait, ${ended} of them were given up; ${events} events and ${mails} mails wait`)]
}

/** The columns in which tables name a file of the storage. */
async function files(db: Database, storage: Storage, all: boolean): Promise<readonly Finding[]> {
  const { rows: naming } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attname = 'storage_key' and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition order by 1`.execute(db)
  const findings: Finding[] = []
  for (const { name } of naming) {
    const { rows } = await sql<{ key: string }>`
      select storage_key as key from ${sql.raw(name)} where storage_key is not null
      ${sql.raw(all ? '' : `order by random() limit ${sampleSize}`)}`.execute(db)
    const missing: string[] = []
    // A power cut can leave the name of a file without its content.
    for (const { key } of rows) if (!(await storage.stat(key))?.size) missing.push(key)
    const which = all || rows.length < sampleSize ? 'all' : 'some'
    findings.push(
      missing.length === 0
        ? fine(`files of ${name}: ${which} ${rows.length} looked for, none missing or empty`)
        : fault(`files of ${name}: ${missing.length} of ${rows.length} missing or empty, ${missing[0]} for example`),
    )
  }
  return findings
}

if (import.meta.main)
  await runOnEach(
    'restore -- check',
    (args, { db }) => {
      const { DATA_DIR: dataDir = '', STORAGE_URL: storageUrl } = process.env
      const wasRestored = existsSync(join(dataDir, 'postgres/restored-from.json'))
      return checkRestored(args, {
        db,
        storage: openStorage({ dataDir, storageUrl }),
        note: (isWhole) => noteRestoreCheck(db, { isWhole, at: new Date(), wasRestored }),
      })
    },
    { statementMs },
  )
