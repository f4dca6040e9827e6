import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './database-types.ts'
import type { Pooler } from './pooler.ts'
import { postgresAddress } from './connection-address.ts'
import { PreparingClient } from './prepared.ts'
import { ScopedPool } from './pool-override.ts'

export type Database = Kysely<DB>
export type Tx = Transaction<DB>
/** Where a query runs: outside or inside a transaction. */
export type Executor = Kysely<DB>

// Counts and sums fit into a JavaScript number; by default `pg` returns bigint and numeric as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface DatabaseHandle {
  readonly db: Database
  /** For hot paths, where building a query would cost more than running it. */
  readonly pool: pg.Pool
  /**
   * Ends all connections; new ones lead to this address. What runs meanwhile fails, as when a database restarts.
   * @param pooler if it is that of one
   */
  redirect(url: string, pooler?: Pooler): void
  /** The same address again, whose database lets only those write who know that pools have left it. */
  knowThatPoolsLeft(known: boolean): void
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Most connections; 20. */
  readonly size?: number
  /** Statement time-out in milliseconds; eight seconds. */
  readonly statementMs?: number
  /** How long to wait for a free connection, in milliseconds; three seconds. */
  readonly connectMs?: number
  /** Connections come from a pooler in transaction mode, which `requirePooler` checked. */
  readonly pooler?: Pooler | undefined
  /** Called with the text of every statement before it is sent. */
  readonly onStatement?: (text: string) => void
}

/** Milliseconds beyond the statement time-out, after which the database counts as unreachable. */
const silenceMs = 2000

/**
 * Opens a connection pool. It connects with the first query. Every wait is bounded: for a free connection, for the
 * result, and for a server that went silent with its connections open.
 */
export function openDatabase(
  url: string,
  { size = 20, statementMs = 8000, connectMs = 3000, pooler: firstPooler, onStatement }: DatabaseOptions = {},
): DatabaseHandle {
  let pooler = firstPooler
  const pool = new ScopedPool({
    Client: PreparingClient,
    connectionString: postgresAddress(url),
    // What `together` starts is sent without waiting. No cursor and no copy runs on a connection of this pool.
    pipeline: true,
    max: size,
    // A pooler's connections outlive ours and have the settings of its configuration.
    ...(pooler ? {} : sessionSettings(statementMs)),
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs + silenceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  const open = new Map<PreparingClient, number>()
  // A connection that breaks while idle (the database restarted) is replaced at the next query. Without a listener, the
  // event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (given) => {
    const client = given as unknown as PreparingClient
    // A connection that breaks during a query fails that query, which reports it.
    client.on('error', () => undefined)
    // It was begun before the pool was redirected.
    if (client.server !== pool.server) return cut(client)
    open.set(client, Date.now())
    client.onStatement = onStatement
    client.prepares = pooler?.prepares ?? true
    // All connections open at that time lead to the same silent server: new ones find its replacement.
    client.onSilence = () => {
      const before = Date.now() - statementMs - silenceMs
      for (const [other, since] of open) if (other === client || since <= before) cut(other)
    }
  })
  pool.on('remove', (client) => open.delete(client as unknown as PreparingClient))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const connectAgain = (changes: pg.PoolConfig): void => {
    pool.server += 1
    Object.assign(pool.options, changes, { server: pool.server })
    for (const client of open.keys()) cut(client)
  }
  return {
    db,
    pool,
    redirect(to, itsPooler) {
      pooler = itsPooler
      connectAgain({
        connectionString: postgresAddress(to),
        ...(pooler
          ? { options: undefined, statement_timeout: undefined, idle_in_transaction_session_timeout: undefined }
          : sessionSettings(statementMs)),
      } as pg.PoolConfig)
    },
    knowThatPoolsLeft(known) {
      connectAgain({ options: known ? `${planSetting} -c default_transaction_read_only=off` : planSetting })
    },
    close: () => db.destroy(),
  }
}

const planSetting = '-c plan_cache_mode=force_generic_plan'
/** Sent when a connection starts. */
const sessionSettings = (statementMs: number) => ({
  options: planSetting,
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: 60_000,
})

function cut(client: PreparingClient): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection
  stream.destroy(new Error('the database went silent'))
}

/** Whether an error means that the database is unreachable or refuses connections: a retry may help. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    // 25006: its writes are paused, as it is being moved.
    /^(08|53|57P0|57014$|25006$)/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].includes(code) ||
    /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|the database went silent|Client has encountered a connection error)/.test(
      error.message,
    )
  )
}
