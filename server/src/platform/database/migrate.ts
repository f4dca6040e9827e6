import { setTimeout as sleep } from 'node:timers/promises'
import project from '../../../../package.json' with { type: 'json' }
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { postgresAddress } from './connection-address.ts'
import { quietJobLogger } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/process/log.ts'
import {
  MigrationRuleError,
  readFunctions,
  readMigrations,
  statementsOf,
  type MigrationFile,
} from './migration-files.ts'
import { makeMonths } from './partitions.ts'
import { lockKeys } from './lock-keys.ts'
import { inShortLocks, lockTimeoutMs, retryLocks } from './lock-timeout.ts'

const lockKey = lockKeys.migrate

export interface MigrateOptions {
  /** Ends with `/`. */
  readonly migrations?: URL
  readonly functions?: URL
  /** The version whose files these are; by default that of the program. */
  readonly release?: string
  /** Skips the files after this one. */
  readonly until?: string
  /** Says what it waits for. */
  readonly log?: Pick<Log, 'warn'>
  /** How often it says so while another process has its turn, in milliseconds; ten seconds. */
  readonly sayEveryMs?: number
}

/**
 * Brings the database to the newest migration and replaces the functions that changed. Processes that start together
 * take turns. A migration is one transaction, unless its first line is `-- no-transaction`.
 * @throws MigrationRuleError for a file against the rules; Error when an applied file has changed since, when the
 * database is from before the first release, or when a migration does not get its locks
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const files = await readMigrations(options.migrations ?? new URL('../../../migrations/', import.meta.url))
  const functions = await readFunctions(options.functions ?? new URL('../../../functions/', import.meta.url))
  const release = options.release ?? project.version
  const client = new pg.Client({
    connectionString: postgresAddress(url),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  await client.connect()
  try {
    // When this machine is lost, the database notices within a minute and lets the next process have its turn.
    await client.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3')
    await takeTurn(client, options)
    if (await isMoving(client)) return await requireNothingToDo(client, [...files, ...functions], release)
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const applied = await appliedFiles(client)
    requireUnchanged(files, applied)
    requireInOrder(files, applied)
    requireSameOrigin(files, applied)
    const wanted = files.filter(({ name }) => options.until === undefined || name <= options.until)
    for (const file of wanted) if (!applied.has(file.name)) await applyMigration(client, file)
    // A process of an older version that restarts meanwhile must not restore its own functions.
    if (options.until === undefined && !isOlder(files, release, applied)) {
      if (applied.get(functionsOf) !== release) await record(client, { name: functionsOf, checksum: release })
      for (const file of functions) if (applied.get(file.name) !== file.checksum) await replaceFunction(client, file)
    }
    if (options.until === undefined) await makeMonths(client, new Date())
    await runMigrations({ connectionString: postgresAddress(url), logger: quietJobLogger })
  } finally {
    // Ending the session releases the advisory lock for the next process.
    await client.end()
  }
}

/** Polls for the advisory lock: `create index concurrently` would wait for a session that blocks on it. */
async function takeTurn(client: pg.Client, { log, sayEveryMs = 10_000 }: MigrateOptions): Promise<void> {
  let said = performance.now()
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey])
    if (rows[0]?.mine) return
    if (performance.now() - said > sayEveryMs) {
      said = performance.now()
      log?.warn(await holderOf(client), 'waits for another process that brings the database up to date')
    }
    await sleep(100)
  }
}

/**
 * Whose turn it is, as the database knows them: `select pg_terminate_backend(pid)` ends one that does not come back.
 */
async function holderOf(client: pg.Client): Promise<object> {
  const { rows } = await client.query<{ pid: number; from: string; since: Date }>(
    `select a.pid, coalesce(host(a.client_addr), 'this machine') as "from", a.backend_start as since
     from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and a.datname = current_database()
       and (l.classid::bigint << 32 | l.objid::bigint) = $1`,
    [lockKey],
  )
  return rows[0] ?? {}
}

/** Tables that change while a database is copied to another one would not be the same there. */
const isMoving = async (client: pg.Client): Promise<boolean> =>
  (await client.query(`select from pg_namespace where nspname = 'pool_move'`)).rowCount === 1

async function requireNothingToDo(client: pg.Client, files: readonly MigrationFile[], release: string): Promise<void> {
  const applied = await appliedFiles(client)
  if (isOlder(files, release, applied)) return
  const first = files.find(({ name, checksum }) => applied.get(name) !== checksum)
  if (first)
    throw new Error(
      `${first.name} waits, because the database is being moved, or was: end that (docs/operations.md), or go on with the version that runs`,
    )
}

async function appliedFiles(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function requireUnchanged(files: readonly MigrationFile[], applied: ReadonlyMap<string, string>): void {
  for (const { name, checksum } of files) {
    const before = applied.get(name)
    if (before !== undefined && before !== checksum)
      throw new Error(`migration ${name} was applied in another form; add a new one instead of changing it`)
  }
}

/** A file that sorts before an applied one was renumbered, or merged late. */
function requireInOrder(files: readonly MigrationFile[], applied: ReadonlyMap<string, string>): void {
  const newest = newestOf(files.map(({ name }) => name).filter((name) => applied.has(name)))
  const late = files.find(({ name }) => !applied.has(name) && name < newest)
  if (late)
    throw new MigrationRuleError(
      `migration ${late.name} comes before ${newest}, which was applied: give it a new number`,
    )
}

/** The migrations of development versions were replaced by one file, which cannot be applied on top of them. */
function requireSameOrigin(files: readonly MigrationFile[], applied: ReadonlyMap<string, string>): void {
  const newest = newestOf(applied.keys())
  if (newest === '' || files.length === 0 || files.some(({ name }) => applied.has(name))) return
  throw new Error(
    `the database was set up by a development version (${newest}), which cannot be upgraded: start with an empty database (for the demo, delete its data folder), or go on with the version that made it`,
  )
}

/** The line of the newest version that replaced functions, with that version in place of a checksum. */
const functionsOf = 'functions/'

/** Whether a newer version of the program has used the database, which may have changed functions only. */
function isOlder(files: readonly MigrationFile[], release: string, applied: ReadonlyMap<string, string>): boolean {
  if (newestOf(applied.keys()) > newestOf(files.map(({ name }) => name))) return true
  // Candidates for a version count as that version.
  const [own, newest] = [release, applied.get(functionsOf) ?? ''].map((text) => text.split(/[-+]/, 1)[0] ?? '')
  return own!.localeCompare(newest!, 'en', { numeric: true }) < 0
}

function newestOf(names: Iterable<string>): string {
  return [...names].filter((name) => !name.includes('/')).reduce((newest, name) => (name > newest ? name : newest), '')
}

async function applyMigration(client: pg.Client, file: MigrationFile): Promise<void> {
  if (!file.isOutsideTransaction) return inTransaction(client, file, () => client.query(file.sql))
  for (const statement of statementsOf(file)) await retryLocks(called(file), () => runAlone(client, statement))
  await record(client, file)
}

/** Statements without a lock time-out: they may wait for others, but others do not queue behind them. */
const harmless = /\bconcurrently\b|\bvalidate\s+constraint\b/i

async function runAlone(client: pg.Client, statement: string): Promise<void> {
  const [, index] = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statement) ?? []
  // A failed attempt leaves an invalid index of that name behind.
  if (index !== undefined) {
    const { rowCount } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [index],
    )
    if (rowCount) await client.query(`drop index concurrently ${index}`)
  }
  await client.query(`set lock_timeout = ${harmless.test(statement) ? 0 : lockTimeoutMs}`)
  await client.query(statement)
}

async function replaceFunction(client: pg.Client, file: MigrationFile): Promise<void> {
  const name = file.name.replace(/^functions\/|\.sql$/g, '')
  await inTransaction(client, file, async () => {
    await client.query(file.sql)
    const { rows } = await client.query<{ found: number }>(
      "select count(*)::integer as found from pg_proc where proname = $1 and pronamespace = 'public'::regnamespace",
      [name],
    )
    if (rows[0]?.found !== 1)
      throw new Error(
        `${file.name} leaves ${rows[0]?.found ?? 0} functions called ${name}: with other parameters, drop the old one first`,
      )
  })
}

const called = ({ name }: MigrationFile): string => `migration ${name}`

async function inTransaction(client: pg.Client, file: MigrationFile, work: () => Promise<unknown>): Promise<void> {
  await inShortLocks(client, called(file), async () => {
    await work()
    await record(client, file)
  })
}

async function record(client: pg.Client, { name, checksum }: Pick<MigrationFile, 'name' | 'checksum'>): Promise<void> {
  await client.query(
    'insert into schema_migrations (name, checksum) values ($1, $2) on conflict (name) do update set checksum = $2, applied_at = now()',
    [name, checksum],
  )
}
