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

export interface DatabaseOptions {
  /** Connections at most; 20. */
  readonly size?: number
  /** The database gives a statement up after this long; eight seconds. */
  readonly statementMs?: number
  /** How long to wait for a free connection; three seconds. */
  readonly connectMs?: number
  /** Hears the text of every statement before it is sent. */
  readonly onStatement?: (text: string) => void
}

/** Beyond the time in which the database itself would have given up: then it is not there any more. */
const silenceMs = 2000

/**
 * Opens a pool of connections. Nothing connects before the first query, and no query waits without end: for a connection, for
 * the database's answer, or for a machine that went silent with all its connections open.
 */
export function openDatabase(
  url: string,
  { size = 20, statementMs = 8000, connectMs = 3000, onStatement }: DatabaseOptions = {},
): DatabaseHandle {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: size,
    options: '-c plan_cache_mode=force_generic_plan',
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + silenceMs,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  const open = new Map<PreparingClient, number>()
  // A connection that dies while idle (the database was restarted) is replaced at the next query; unhandled it would end the program.
  pool.on('error', () => undefined)
  pool.on('connect', (given) => {
    const client = given as unknown as PreparingClient
    // A connection that dies under a query fails that query, which reports it.
    client.on('error', () => undefined)
    open.set(client, Date.now())
    client.onStatement = onStatement
    // All that were open when the silent query began lead to the same silence: new ones find the server that took over.
    client.onSilence = () => {
      const before = Date.now() - statementMs - silenceMs
      for (const [other, since] of open) if (other === client || since <= before) cut(other)
    }
  })
  pool.on('remove', (client) => open.delete(client as unknown as PreparingClient))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

function cut(client: PreparingClient): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection
  stream.destroy(new Error('the database went silent'))
}

/** Whether an error says that the database cannot be reached or takes nobody just now: trying again later may help. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(08|53|57P0|57014$)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].includes(code) ||
    /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|the database went silent|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}
