import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Change, forgetChanges, nextChanges } from './capture.ts'
import { inTransaction } from './in-transaction.ts'
import type { PoolTable } from './pool-rows.ts'

/** Changes of a round; each is one row of one table. */
const changesPerRound = 5000
/** Changes that may wait while all rows are compared. */
const mostWaiting = 100_000

const namesOf = ({ columns }: PoolTable): string => columns.map((name) => pg.escapeIdentifier(name)).join(', ')

/** Copies the rows of a table that fulfil a condition about the row `r`. @returns how many */
async function pipeRows(
  [source, target]: readonly [pg.Client, pg.Client],
  table: PoolTable,
  where: string,
  onBytes: (bytes: number) => void,
): Promise<number> {
  const out = source.query(
    copyTo(`copy (select ${namesOf(table)} from public.${table.name} r where ${where}) to stdout`),
  )
  const into = target.query(copyFrom(`copy public.${table.name} (${namesOf(table)}) from stdin`))
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  await pipeline(out, counter, into)
  return into.rowCount
}

/** Replaces the target's rows of a table by those of the pool, all or none. @returns how many there are */
export async function copyTable(
  clients: readonly [pg.Client, pg.Client],
  table: PoolTable,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<number> {
  const [, target] = clients
  return inTransaction(target, async () => {
    await target.query(`delete from public.${table.name}`)
    const rows = await pipeRows(clients, table, table.where, onBytes)
    await target.query(
      'insert into pool_move.copied (table_name, rows) values ($1, $2) on conflict (table_name) do update set rows = $2',
      [table.name, rows],
    )
    return rows
  })
}

/** Copies what changed meanwhile, until few changes are left. @returns what was copied */
export async function copyChanges(
  clients: readonly [pg.Client, pg.Client],
  tables: readonly PoolTable[],
): Promise<readonly Change[]> {
  const [source, target] = clients
  const all: Change[] = []
  for (;;) {
    const changes = await nextChanges(source, changesPerRound)
    const perTable = Map.groupBy(changes, ({ table }) => table)
    await inTransaction(target, async () => {
      for (const table of tables) {
        const its = perTable.get(table.name)
        if (its) await copyKeys(clients, table, its)
      }
    })
    // After the target has them: if this is interrupted, they are copied again.
    if (changes.length > 0) await forgetChanges(source, changes)
    all.push(...changes)
    if (changes.length < changesPerRound) return all
  }
}

/** The condition of the rows that changes are about. */
function changedBy(table: PoolTable, changes: readonly Change[]): string {
  const keys = [...new Set(changes.map(({ key }) => JSON.stringify(key)))]
  const listed = pg.escapeLiteral(`[${keys.join(',')}]`)
  const same = table.key.map((name) => `k.${pg.escapeIdentifier(name)} = r.${pg.escapeIdentifier(name)}`).join(' and ')
  return `exists (select from jsonb_populate_recordset(null::public.${table.name}, ${listed}::jsonb) k where ${same})`
}

async function copyKeys(
  clients: readonly [pg.Client, pg.Client],
  table: PoolTable,
  changes: readonly Change[],
): Promise<void> {
  const changed = changedBy(table, changes)
  await clients[1].query(`delete from public.${table.name} r where ${changed}`)
  await pipeRows(clients, table, `${changed} and ${table.where}`, () => undefined)
}

interface Sums {
  readonly rows: number
  readonly sum: string
}

/** A table whose rows differ, with their numbers. */
export interface Difference {
  readonly table: string
  readonly rows: readonly [number, number]
}

/**
 * Compares every row while the pool is used, except for those that have changed since they were copied: the source is
 * read as it was at one time, and only we write to the target.
 * @returns the number of rows
 */
export async function compareAll(
  clients: readonly [pg.Client, pg.Client],
  tables: readonly PoolTable[],
): Promise<{ readonly rows: number; readonly differences: readonly Difference[] }> {
  const [source] = clients
  await source.query('begin isolation level repeatable read read only')
  try {
    const waiting = Map.groupBy(await nextChanges(source, mostWaiting), ({ table }) => table)
    const differences: Difference[] = []
    let rows = 0
    for (const table of tables) {
      const its = waiting.get(table.name)
      const found = await compareRows(clients, table, its ? `not ${changedBy(table, its)}` : 'true')
      rows += found.rows
      differences.push(...found.differences)
    }
    return { rows, differences }
  } finally {
    await source.query('rollback')
  }
}

/** Compares the rows that changes are about. */
export async function compareChanged(
  clients: readonly [pg.Client, pg.Client],
  tables: readonly PoolTable[],
  changes: readonly Change[],
): Promise<readonly Difference[]> {
  const differences: Difference[] = []
  for (const table of tables) {
    const its = changes.filter((change) => change.table === table.name)
    for (let from = 0; from < its.length; from += changesPerRound) {
      const part = changedBy(table, its.slice(from, from + changesPerRound))
      differences.push(...(await compareRows(clients, table, part)).differences)
    }
  }
  return differences
}

async function compareRows(
  [source, target]: readonly [pg.Client, pg.Client],
  table: PoolTable,
  which: string,
): Promise<{ readonly rows: number; readonly differences: readonly Difference[] }> {
  const sums = async (client: pg.Client, where: string): Promise<Sums> => {
    const { rows } = await client.query<{ n: string; sum: string }>(
      `select count(*)::text as n, coalesce(sum(hashtextextended(row(${namesOf(table)})::text, 0)::numeric), 0)::text as sum
       from public.${table.name} r where ${which} and ${where}`,
    )
    return { rows: Number(rows[0]?.n), sum: rows[0]?.sum ?? '' }
  }
  const [ours, theirs] = await Promise.all([sums(source, table.where), sums(target, 'true')])
  const isEqual = ours.rows === theirs.rows && ours.sum === theirs.sum
  return {
    rows: ours.rows,
    differences: isEqual ? [] : [{ table: table.name, rows: [ours.rows, theirs.rows] }],
  }
}
