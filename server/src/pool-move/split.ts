import type pg from 'pg'
import { firstRow } from './ends.ts'
import { childrenFirst } from './foreign-keys.ts'
import { payloadsOf, tablesOf, type Pool, type PoolTable } from './pool-rows.ts'

/*
 * After a database with several pools was copied as a whole, each side deletes what is the other's. Until it has, its
 * jobs do not run, so that none acts on both sides. Each may be repeated after an interruption.
 */

/** Leaves in the new database only what belongs to the pool. @returns the number of rows that were deleted */
export async function keepOnly(target: pg.Client, pool: Pool, print: (line: string) => void): Promise<number> {
  const its = payloadsOf(pool)
  await target.query(`delete from graphile_worker._private_jobs where (${its}) is not true`)
  await target.query(`delete from outbox where (${its}) is not true`)
  const tables = await tablesOf(target, pool)
  const rows = await deleteRows(target, tables, ({ where }) => `(${where}) is not true`, print)
  // What each database has of its own: its workers, its staff.
  const { rows: own } = await target.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and relname <> all($1) and relname not in ('schema_migrations', 'outbox')`,
    [tables.map(({ name }) => name)],
  )
  const listed = own.map(({ name }): PoolTable => ({ name, columns: [], key: [], where: 'true', use: 'moved' }))
  return rows + (await deleteRows(target, listed, ({ where }) => where, print))
}

/** Deletes the pool from its old database. @returns the number of rows that were deleted */
export async function deletePool(source: pg.Client, pool: Pool, print: (line: string) => void): Promise<number> {
  const its = payloadsOf(pool)
  // First: payloads name rows.
  await source.query(`delete from graphile_worker._private_jobs where ${its}`)
  await source.query(`delete from outbox where ${its}`)
  return deleteRows(source, await tablesOf(source, pool), ({ where }) => where, print)
}

/** Blocks of 8 kB whose rows are deleted by one statement. */
const blocksPerStatement = 2000

async function deleteRows(
  client: pg.Client,
  tables: readonly PoolTable[],
  whereOf: (table: PoolTable) => string,
  print: (line: string) => void,
): Promise<number> {
  let all = 0
  for (const table of await childrenFirst(
    client,
    tables.filter(({ use }) => use === 'moved'),
  )) {
    const rows = await deleteFrom(client, table.name, whereOf(table))
    all += rows
    if (rows > 0) print(`${table.name}: ${rows} rows deleted`)
  }
  return all
}

async function deleteFrom(client: pg.Client, name: string, where: string): Promise<number> {
  const { blocks } = await firstRow<{ blocks: number }>(
    client,
    `select (coalesce((select max(pg_relation_size(relid)) from pg_partition_tree('public.${name}') where isleaf), pg_relation_size('public.${name}'))
       / current_setting('block_size')::integer)::integer as blocks`,
  )
  let deleted = 0
  for (let from = 0; from <= blocks; from += blocksPerStatement) {
    const found = await client.query(
      `delete from public.${name} r where r.ctid >= '(${from},0)' and r.ctid < '(${from + blocksPerStatement},0)' and (${where})`,
    )
    deleted += found.rowCount ?? 0
  }
  return deleted
}
