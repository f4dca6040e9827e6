import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createPriceHistory } from '#modules/flows/index.ts'
import { loadGeography } from '#modules/geo/load.ts'
import { openDatabase } from '#platform/database/database.ts'
import { checkedInBrands, checkedInFlows } from './brands-folder.ts'
import { addBystanders, type Bystanders } from './bystanders.ts'
import { migrate } from '#platform/database/migrate.ts'

/** The same server, another database. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement about databases, connected to none of them. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export function randomName(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`
}

/** Databases that others are cloned from. */
export interface Template {
  /** Migrated, with the geography, which takes longest to load. */
  readonly empty: string
  /** The same with the bystanders. */
  readonly populated: string
  readonly bystanders: Bystanders
}

export async function prepareTemplate(server: string): Promise<{ template: Template; drop: () => Promise<void> }> {
  const [empty, populated] = [randomName('template'), randomName('template')]
  await onServer(server, `create database ${empty}`)
  await migrate(databaseUrl(server, empty))
  const { db, pool, close } = openDatabase(databaseUrl(server, empty), { size: 1 })
  await addLastPartitions(pool)
  await loadGeography(db)
  await close()
  await onServer(server, `create database ${populated} template ${empty} strategy file_copy`)
  const bystanders = await addBystanders(databaseUrl(server, populated))
  for (const name of [empty, populated]) await notePrices(databaseUrl(server, name))
  return {
    template: { empty, populated, bystanders },
    drop: async () => {
      for (const name of [empty, populated]) await onServer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** The prices of the checked-in flows, which every start of a server would otherwise write first. */
async function notePrices(url: string): Promise<void> {
  const { db, close } = openDatabase(url, { size: 1 })
  await createPriceHistory({ db, brands: checkedInBrands(), flows: checkedInFlows(), clock: () => new Date() }).load()
  await close()
}

/** Partitions for the ids of clocks that are years ahead, and for random ones. */
async function addLastPartitions(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ table: string; until: string }>(
    `select i.inhparent::regclass::text as table, max(substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']+)''')) as until
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relnamespace = 'partitions'::regnamespace and c.relkind = 'r' group by 1`,
  )
  for (const { table, until } of rows)
    await pool.query(
      `create table partitions.${table}_tests partition of public.${table} for values from ('${until}') to (maxvalue)`,
    )
}
