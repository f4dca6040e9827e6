import type pg from 'pg'
import { lockKeys } from './lock-keys.ts'
import { inShortLocks } from './lock-timeout.ts'

/*
 * Tables whose rows are deleted by age have a partition for each month, which is dropped as a whole
 * (docs/decisions/036). A row belongs to the month that its id, a UUIDv7, begins with. Everything older than the first
 * month is in the partition `before`. Partitions are in a schema of their own, so that no other code lists them.
 */

/** How many months after the current one have their partition. */
const monthsAhead = 3
const lockKey = lockKeys.months

/** A partition, with the ids from which and until which its rows are; without one, there is no limit. */
interface Partition {
  readonly table: string
  readonly name: string
  readonly from: string | null
  readonly until: string | null
}
type Client = Pick<pg.ClientBase, 'query'>

/** The start of the month in UTC, or of one that is `later` months later. */
export const monthOf = (at: Date, later = 0): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later))

/** The first id of a time. */
const firstId = (at: Date): string => {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 13).replace('-', ''), 16)

async function partitionedTables(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
     where c.relnamespace = 'public'::regnamespace order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function partitions(client: Client): Promise<readonly Partition[]> {
  const { rows } = await client.query<Partition>(
    `select t.relname as table, c.relname as name, substring(b.text from 'FROM \\(''([^'']+)''') as from,
       substring(b.text from 'TO \\(''([^'']+)''') as until
     from pg_inherits i join pg_class t on t.oid = i.inhparent join pg_class c on c.oid = i.inhrelid,
       lateral (select pg_get_expr(c.relpartbound, c.oid) as text) b
     where t.relnamespace = 'public'::regnamespace and t.relkind = 'p' order by 1, 3 nulls first`,
  )
  return rows
}

const isIn = (id: string, { from, until }: Partition): boolean =>
  (from === null || from <= id) && (until === null || id < until)

async function add(client: Client, { table, name, from, until }: Partition): Promise<void> {
  const bound = (id: string | null): string => (id === null ? 'minvalue' : `'${id}'`)
  // Attached, since a table that is created as a partition locks out everybody who uses the others.
  await client.query(`create table partitions.${name} (like public.${table} including defaults including constraints)`)
  await client.query(
    `alter table public.${table} attach partition partitions.${name} for values from (${bound(from)}) to (${bound(until)})`,
  )
}

/**
 * Adds the partitions of this month and the next ones.
 * @returns their names
 */
export async function makeMonths(client: pg.ClientBase, now: Date): Promise<readonly string[]> {
  const made: string[] = []
  for (const table of await partitionedTables(client)) {
    const missing = async (): Promise<readonly Partition[]> => {
      const there = (await partitions(client)).filter((one) => one.table === table)
      return Array.from({ length: monthsAhead + 1 }, (_, later): Partition => {
        const month = monthOf(now, later)
        const name = `${table}_${month.toISOString().slice(0, 7).replace('-', '')}`
        return { table, name, from: firstId(month), until: firstId(monthOf(month, 1)) }
      }).filter(({ from }) => !there.some((one) => isIn(from ?? '', one)))
    }
    if ((await missing()).length === 0) continue
    const added = await inShortLocks(client, `a new month of ${table}`, async () => {
      await client.query('select pg_advisory_xact_lock($1)', [lockKey])
      const months = await missing()
      for (const month of months) await add(client, month)
      return months
    })
    made.push(...added.map(({ name }) => name))
  }
  return made
}

/**
 * Drops the months of a table that ended by that time. `before`, which is dropped with them, then covers their time
 * again, for rows that are written about the past.
 * @returns their names
 */
export async function dropMonths(client: pg.ClientBase, table: string, endedBy: Date): Promise<readonly string[]> {
  const ended = async (): Promise<readonly Partition[]> =>
    (await partitions(client)).filter(
      (one) => one.table === table && one.until !== null && timeOf(one.until) <= endedBy.getTime(),
    )
  if ((await ended()).every(({ from }) => from === null)) return []
  return inShortLocks(client, `an old month of ${table}`, async () => {
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    const old = await ended()
    const until = old.at(-1)?.until ?? null
    for (const { name } of old) await client.query(`drop table partitions.${name}`)
    if (until !== null) await add(client, { table, name: partitionBefore(table), from: null, until })
    return old.map(({ name }) => name)
  })
}

/** Runs work on one connection of a pool. */
export async function onConnection<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** The partition of everything older than the first month of a table. */
export const partitionBefore = (table: string): string => `${table}_before`

/** How many months after the current one every table has its partition for; -1 when the current one is missing. */
export async function countMonthsAhead(client: Client, now: Date): Promise<number> {
  const there = Map.groupBy(await partitions(client), ({ table }) => table)
  const ahead = [...there.values()].map((its) => {
    let months = 0
    while (months <= monthsAhead && its.some((one) => isIn(firstId(monthOf(now, months)), one))) months += 1
    return months - 1
  })
  return Math.min(monthsAhead, ...ahead)
}

/** Makes the planner's figures about the whole tables, which no vacuum makes. */
export async function analyzeWhole(client: Client): Promise<void> {
  for (const table of await partitionedTables(client)) await client.query(`analyze only public.${table}`)
}
