import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './database-types.ts'
import { PreparingClient } from './prepared.ts'

export type Database = Kysely<DB>
export type Tx = Transaction<DB>
/** Where a query runs: outside or inside a transaction. */
export type Executor = Kysely<DB>

// Counts and sums fit a JavaScript number by far; without this `pg` hands bigint and numeric out as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface DatabaseHandle {
  readonly db: Database
  /** For the hot paths, where building a query would cost more than running it. */
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** Opens a pool of `size` connections. Nothing connects before the first query. */
export function openDatabase(url: string, size = 20): DatabaseHandle {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: size,
    options: '-c plan_cache_mode=force_generic_plan',
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
  })
  // A connection that dies while idle (the database was restarted) is replaced at the next query; unhandled it would end the program.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}
