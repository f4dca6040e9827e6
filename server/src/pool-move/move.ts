import pg from 'pg'
import { postgresAddress } from '#platform/database/connection-address.ts'
import { lockKeys } from '#platform/database/lock-keys.ts'
import { migrate } from '#platform/database/migrate.ts'
import { capturedPool, resumeWrites, startCapture, stopWrites } from './capture.ts'
import { compareAll, compareChanged, copyChanges, copyTable, type Difference } from './copy.ts'
import { addForeignKeys, childrenFirst, dropForeignKeys, validateForeignKeys } from './foreign-keys.ts'
import { inTransaction } from './in-transaction.ts'
import { incomingPool } from './incoming.ts'
import { type Pool, type PoolTable, tablesOf } from './pool-rows.ts'
import { copyWork, hideWork, showWork } from './waiting-work.ts'

/** The move cannot be done. The message is a sentence for the operator. */
export class MoveRefused extends Error {}

export interface Move {
  readonly pool: Pool
  readonly sourceUrl: string
  readonly targetUrl: string
  readonly print: (line: string) => void
  /** Replays the ledger of a database. @returns the number of differences */
  readonly checkLedger: (url: string) => Promise<number>
  /** Called between the steps, for tests. */
  readonly onStep?: (step: 'copied' | 'compared' | 'stopped') => Promise<void>
}

export interface Moved {
  readonly rows: number
  /** Milliseconds for which the pool's writes had been stopped when everything was copied and compared. */
  readonly stoppedMs: number
}

/** Fewer changes than this in a round are copied while writes are stopped. */
const fewChanges = 500
const mostRounds = 50
const stopTimeoutMs = 60_000
const lockKey = lockKeys.poolMove

/**
 * Copies a pool into another database and compares every row while it is written to, then stops its writes, and copies
 * and compares what changed since. Its writes stay stopped until it is served from there, or the move is undone. Runs again after any interruption.
 * @throws MoveRefused; the writes are then open, as before
 */
export async function movePool(move: Move): Promise<Moved> {
  return withBoth(move, async (clients) => {
    const { pool, print } = move
    const [source, target] = clients
    await requireMovable(move, clients)
    const tables = await tablesOf(source, pool)
    const moved = tables.filter(({ use }) => use === 'moved')
    await dropForeignKeys(target)
    await startCapture(source, pool, moved)
    // An earlier run may have been killed after it put them aside.
    await inTransaction(source, () => showWork(source))
    const rows = await copyTables(clients, tables, print)
    await move.onStep?.('copied')
    const catchUp = async (): Promise<void> => {
      for (let round = 1; round <= mostRounds; round += 1) {
        const changes = await copyChanges(clients, moved)
        print(`${changes.length} changes copied`)
        if (changes.length < fewChanges) return
      }
    }
    await catchUp()
    // Without statistics, the first plans of the new database would scan its tables, and connections would keep them.
    print('Statistics are collected …')
    await target.query('analyze')
    const compared = await compareAll(
      clients,
      tables.filter(({ use }) => use !== 'shared'),
    )
    requireNone(compared.differences)
    print(`${compared.rows} rows are equal in both`)
    await move.onStep?.('compared')
    const stoppedAt = performance.now()
    try {
      await stopWrites(source, stopTimeoutMs)
      print('Writes of the pool are stopped …')
      await move.onStep?.('stopped')
      // All that changed since everything was compared.
      const changes = await copyChanges(clients, moved)
      requireNone(await compareChanged(clients, moved, changes))
      for (const table of tables.filter(({ use }) => use === 'shared')) await copyTable(clients, table)
      await addForeignKeys(target)
      const work = await inTransaction(target, () => copyWork(clients, pool))
      await inTransaction(source, () => hideWork(source, pool))
      await target.query('update pool_move.incoming set is_complete = true')
      print(`${changes.length} last changes are equal in both; ${work} waiting jobs and events`)
    } catch (error) {
      // If this fails too, the writes stay stopped: a server may already use the copy.
      await target.query('update pool_move.incoming set is_complete = false')
      await inTransaction(source, () => showWork(source))
      await resumeWrites(source)
      print('Writes of the pool are open again.')
      throw error
    }
    const stoppedMs = performance.now() - stoppedAt
    await validateForeignKeys(target)
    print(`${await move.checkLedger(move.targetUrl)} differences in the ledger`)
    return { rows, stoppedMs }
  })
}

/** Gives up a move: the pool stays where it was. @throws MoveRefused once it was served from the other database */
export async function undoMove(move: Move): Promise<void> {
  await withBoth(move, async ([source, target]) => {
    const { pool } = move
    const [captured, incoming] = [await capturedPool(source), await incomingPool(target)]
    if (incoming && incoming.poolId !== pool.id)
      throw new MoveRefused(`--to: ${incoming.poolId} is being moved into that database, not ${pool.id}.`)
    if (incoming?.servedAt)
      throw new MoveRefused(`${pool.id} is served from its new database since ${incoming.servedAt.toISOString()}.`)
    if (captured && captured.poolId !== pool.id)
      throw new MoveRefused(`${captured.poolId} is being moved, not ${pool.id}.`)
    // A server that starts now must not find a complete copy.
    if (incoming) await target.query('update pool_move.incoming set is_complete = false')
    if (captured)
      await inTransaction(source, async () => {
        await showWork(source)
        await source.query('drop schema pool_move cascade')
      })
    if (!incoming) return
    await dropForeignKeys(target)
    for (const { name } of await tablesOf(target, pool)) await target.query(`delete from public.${name}`)
    await target.query('delete from graphile_worker._private_jobs')
    await target.query('delete from outbox')
    await addForeignKeys(target)
    await validateForeignKeys(target)
    await target.query('drop schema pool_move cascade')
  })
}

/** Blocks of 8 kB whose rows are deleted by one statement. */
const blocksPerStatement = 2000

/** Deletes the pool's rows from its old database. @throws MoveRefused before it is served from the new one */
export async function deleteMoved(move: Move): Promise<number> {
  return withBoth(move, async ([source, target]) => {
    const { pool, print } = move
    const [captured, incoming] = [await capturedPool(source), await incomingPool(target)]
    // Killed before its last statement.
    if (!captured && incoming?.poolId === pool.id && incoming.servedAt) {
      await target.query('drop schema pool_move cascade')
      return 0
    }
    if (captured?.poolId !== pool.id) throw new MoveRefused(`${pool.id} was not moved from this database.`)
    if (incoming?.poolId !== pool.id || !incoming.isComplete || !incoming.servedAt)
      throw new MoveRefused(`${pool.id} is not served from the other database yet.`)
    const tables = (await tablesOf(source, pool)).filter(({ use }) => use === 'moved')
    let all = 0
    for (const table of await childrenFirst(source, tables)) {
      const rows = await deleteRows(source, table)
      all += rows
      if (rows > 0) print(`${table.name}: ${rows} rows deleted`)
    }
    // Unless the first command did.
    await validateForeignKeys(target)
    await source.query('drop schema pool_move cascade')
    await target.query('drop schema pool_move cascade')
    await source.query('analyze')
    return all
  })
}

async function deleteRows(source: pg.Client, { name, where }: PoolTable): Promise<number> {
  const { rows } = await source.query<{ blocks: number }>(
    `select (coalesce((select max(pg_relation_size(relid)) from pg_partition_tree($1::regclass) where isleaf), pg_relation_size($1::regclass))
       / current_setting('block_size')::integer)::integer as blocks`,
    [`public.${name}`],
  )
  let deleted = 0
  for (let from = 0; from <= (rows[0]?.blocks ?? 0); from += blocksPerStatement) {
    const found = await source.query(
      `delete from public.${name} r where r.ctid >= '(${from},0)' and r.ctid < '(${from + blocksPerStatement},0)' and (${where})`,
    )
    deleted += found.rowCount ?? 0
  }
  return deleted
}

async function withBoth<T>(
  { sourceUrl, targetUrl }: Move,
  work: (clients: readonly [pg.Client, pg.Client]) => Promise<T>,
): Promise<T> {
  const clients = [sourceUrl, targetUrl].map(
    (url) => new pg.Client({ connectionString: postgresAddress(url), application_name: 'pool:move', keepAlive: true }),
  ) as [pg.Client, pg.Client]
  // A connection that breaks also fails its statement, which reports it.
  for (const client of clients) client.on('error', () => undefined)
  try {
    for (const client of clients) {
      await client.connect()
      // The texts of rows are compared, so both have to write them in the same way.
      await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1;
        set pool_move.is_mover = 'yes'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
    }
    const { rows } = await clients[0].query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey])
    if (!rows[0]?.mine) throw new MoveRefused('Another pool:move is running on this database.')
    return await work(clients)
  } finally {
    // The work is over, or its error is more important than that of the end.
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

async function requireMovable(
  { pool, targetUrl, print }: Move,
  [source, target]: readonly [pg.Client, pg.Client],
): Promise<void> {
  const captured = await capturedPool(source)
  if (captured && captured.poolId !== pool.id)
    throw new MoveRefused(`${captured.poolId} is being moved; finish or undo that first.`)
  const before = await incomingPool(target)
  if (before && before.poolId !== pool.id) throw new MoveRefused(`--to: ${before.poolId} is being moved there.`)
  if (before?.isComplete)
    throw new MoveRefused('Everything is copied: set DATABASES and restart every process, or use --undo.')
  if (!before) {
    const { rows } = await target.query<{ used: boolean }>(
      `select to_regclass('public.members') is not null and to_regclass('pool_move.state') is null as used`,
    )
    if (rows[0]?.used && (await target.query('select from public.members limit 1')).rowCount)
      throw new MoveRefused('--to: that database has members already; a pool moves into a database of its own.')
    const foreign = await foreignTable(target)
    if (foreign !== undefined)
      throw new MoveRefused(`--to: that database has a table “${foreign}”, which is not Incontro's; use an empty one.`)
  }
  print('The tables are created …')
  await migrate(targetUrl)
  const migrations = 'select name, checksum from schema_migrations order by name'
  const [ours, theirs] = await Promise.all([source.query(migrations), target.query(migrations)])
  if (JSON.stringify(ours.rows) !== JSON.stringify(theirs.rows))
    throw new MoveRefused('The databases have different migrations: start the server once with this version first.')
  if (!before)
    for (const { name } of (await tablesOf(target, pool)).filter(({ use }) => use === 'moved'))
      if ((await target.query(`select from public.${name} limit 1`)).rowCount)
        throw new MoveRefused(`--to: that database has rows in “${name}” already; a pool moves into an empty one.`)
  await target.query(`
    create schema if not exists pool_move;
    create table if not exists pool_move.incoming (pool_id text primary key, is_complete boolean not null, served_at timestamptz);
    create table if not exists pool_move.copied (table_name text primary key, rows bigint not null);`)
  await target.query(
    'insert into pool_move.incoming (pool_id, is_complete) values ($1, false) on conflict do nothing',
    [pool.id],
  )
}

/** A table of a database that our migrations have not made, if there is one. */
async function foreignTable(target: pg.Client): Promise<string | undefined> {
  const { rows } = await target.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where to_regclass('public.schema_migrations') is null
       and table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker', 'partitions', 'pool_move')
     order by 1 limit 1`,
  )
  return rows[0]?.name
}

/** Copies the tables that an earlier run has not copied. @returns the rows of all */
async function copyTables(
  clients: readonly [pg.Client, pg.Client],
  tables: readonly PoolTable[],
  print: (line: string) => void,
): Promise<number> {
  const done = await clients[1].query<{ table_name: string; rows: string }>(
    'select table_name, rows from pool_move.copied',
  )
  let all = 0
  for (const table of tables.filter(({ use }) => use !== 'shared')) {
    const before = done.rows.find((row) => row.table_name === table.name)
    if (before) {
      all += Number(before.rows)
      continue
    }
    const begun = performance.now()
    let [bytes, shown] = [0, begun]
    const rows = await copyTable(clients, table, (more) => {
      bytes += more
      if (performance.now() - shown < 2000) return
      shown = performance.now()
      print(`${table.name}: ${Math.round(bytes / 1e6)} MB …`)
    })
    all += rows
    const seconds = (performance.now() - begun) / 1000
    if (rows > 0) print(`${table.name}: ${rows} rows, ${Math.round(rows / Math.max(seconds, 0.001))} a second`)
  }
  return all
}

/** @throws MoveRefused naming the tables that differ */
function requireNone(differences: readonly Difference[]): void {
  if (differences.length === 0) return
  const named = differences.map(({ table, rows: [ours, theirs] }) => `${table} (${ours} and ${theirs} rows)`)
  throw new MoveRefused(`The databases differ in ${named.join(', ')}. Undo the move and begin again.`)
}
