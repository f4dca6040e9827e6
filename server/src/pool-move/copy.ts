import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Change, forgetChanges, nextChanges } from './capture.ts'
import { inTransaction } from './in-transaction.ts'
import type { PoolTable } from './pool-rows.ts'

/** Changes of a round; each is one row of one table. */
const changesPerRound = 5000

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

/** Copies what changed meanwhile, until nothing is noted or `isEnough`. @returns the number of changes */
export async function copyChanges(
  clients: readonly [pg.Client, pg.Client],
  tables: readonly PoolTable[],
  isEnough: (inRound: number) => boolean,
): Promise<number> {
  const [source, target] = clients
  for (let all = 0; ;) {
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
    all += changes.length
    if (changes.length < changesPerRound || isEnough(changes.length)) return all
  }
}

async function copyKeys(
  clients: readonly [pg.Client, pg.Client],
  table: PoolTable,
  changes: readonly Change[],
): Promise<void> {
  const keys = [...new Set(changes.map(({ key }) => JSON.stringify(key)))]
  const listed = pg.escapeLiteral(`[${keys.join(',')}]`)
  const same = table.key.map((name) => `k.${pg.escapeIdentifier(name)} = r.${pg.escapeIdentifier(name)}`).join(' and ')
  const changed = `exists (select from jsonb_populate_recordset(null::public.${table.name}, ${listed}::jsonb) k where ${same})`
  await clients[1].query(`delete from public.${table.name} r where ${changed}`)
  await pipeRows(clients, table, `${changed} and ${table.where}`, () => undefined)
}

export interface Sums {
  readonly rows: number
  readonly sum: string
}

/** The number of a table's rows and a sum of their contents, on both sides. */
export async function compareTable(
  [source, target]: readonly [pg.Client, pg.Client],
  table: PoolTable,
): Promise<readonly [Sums, Sums]> {
  const sums = async (client: pg.Client, where: string): Promise<Sums> => {
    const { rows } = await client.query<{ n: string; sum: string }>(
      `select count(*)::text as n, coalesce(sum(hashtextextended(row(${namesOf(table)})::text, 0)::numeric), 0)::text as sum
       from public.${table.name} r where ${where}`,
    )
    return { rows: Number(rows[0]?.n), sum: rows[0]?.sum ?? '' }
  }
  return Promise.all([sums(source, table.where), sums(target, 'true')])
}
