import pg from 'pg'
import { ConfigError } from '#platform/config.ts'
import { postgresAddress } from './connection-address.ts'

/** A pooler in transaction mode. */
export interface Pooler {
  /** Whether a statement that was prepared under a name is known to every connection of the pooler. */
  readonly prepares: boolean
}

const probe = 'incontro_probe'
/**
 * Settings that connections cannot send through a pooler. Without a time-out, one slow statement would hold a
 * connection that all processes share.
 */
const connectQuery =
  "set statement_timeout = '8s'; set idle_in_transaction_session_timeout = '60s'; set plan_cache_mode = force_generic_plan"

/**
 * Checks a pooler at the start.
 * @param variable that names it
 * @throws ConfigError with one sentence for the operator
 */
export async function requirePooler(url: string, variable = 'DATABASE_POOLER_URL'): Promise<Pooler> {
  const client = new pg.Client({
    connectionString: postgresAddress(url),
    connectionTimeoutMillis: 3000,
    query_timeout: 5000,
  })
  // An error while a query runs also rejects that query.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('begin')
    const { rows } = await client.query<Record<'statement' | 'idle' | 'plans', string>>(
      `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('plan_cache_mode') as plans`,
    )
    const [found] = rows
    if (found?.statement === '0' || found?.idle === '0' || found?.plans !== 'force_generic_plan')
      throw new ConfigError(
        `${variable}: its connections lack settings; add connect_query="${connectQuery}" to the database in pgbouncer.ini`,
      )
    const prepares = await isRenamed(client)
    await client.query('commit')
    return { prepares }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`${variable}: the pooler does not serve the database (${reason})`)
  } finally {
    // It may have failed already, which was reported.
    await client.end().catch(() => undefined)
  }
}

/**
 * A pooler that supports prepared statements gives them names of its own. Otherwise PostgreSQL knows our name, on the
 * connection of this transaction only.
 */
async function isRenamed(client: pg.Client): Promise<boolean> {
  await client.query({ name: probe, text: 'select $1::int', values: [1] })
  const { rowCount } = await client.query(`select from pg_prepared_statements where name = '${probe}'`)
  if (rowCount === 0) return true
  await client.query(`deallocate ${probe}`)
  return false
}
