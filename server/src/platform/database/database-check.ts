import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postgresAddress } from './connection-address.ts'

/** The database cannot be used. The message is a sentence for the operator. */
class DatabaseFault extends Error {}

/** Time limit for connecting and for each query. */
const connectionTimeoutMs = 3_500
/** How long to retry while the database starts up or has no free connection. */
const startTimeoutMs = 8_000
/** cannot_connect_now, too_many_connections. */
const transient = ['57P03', '53300']

/**
 * Checks that the database exists, answers and accepts our credentials; gives up within ten seconds.
 * @throws DatabaseFault saying what is wrong and which setting to look at
 */
export async function requireDatabase(url: string): Promise<void> {
  const end = Date.now() + startTimeoutMs
  for (;;) {
    try {
      return await withClient(url, async (client) => {
        await client.query('select 1')
      })
    } catch (error) {
      if (!transient.includes(codeOf(error)) || Date.now() > end) throw explainDatabaseError(error, url)
    }
    await sleep(250)
  }
}

/**
 * Checks, after the migrations, that every table of schema.sql exists and is readable.
 * @throws DatabaseFault naming what is missing or damaged
 */
export async function requireTables(url: string): Promise<void> {
  const schema = await readFile(new URL('../../../schema.sql', import.meta.url), 'utf8')
  const tables = [...schema.matchAll(/^create table (\w+) \(/gm)].map(([, name]) => name ?? '')
  try {
    await withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'select name from unnest($1::text[]) as name where to_regclass(name) is null',
        [tables],
      )
      if (rows.length > 0) {
        const names = rows.map(({ name }) => name).join(', ')
        throw new DatabaseFault(
          `The database ${place(url)} is damaged: ${names} missing, although the migrations were applied. Restore a backup.`,
        )
      }
      for (const table of tables) await client.query(`select from ${table} limit 1`)
    })
  } catch (error) {
    throw explainDatabaseError(error, url)
  }
}

/** Turns an error of the driver or PostgreSQL into a sentence for the operator. Returns any other error unchanged. */
export function explainDatabaseError(error: unknown, url: string): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseFault) return error
  const { host, database, user } = parts(url)
  const sentence = (): string | undefined => {
    switch (codeOf(error)) {
      case '28P01':
        return `DATABASE_URL: ${host} refuses the password of the user "${user}".`
      case '28000':
        return `DATABASE_URL: ${host} does not let the user "${user}" in: ${error.message}.`
      case '3D000':
        return `DATABASE_URL: there is no database "${database}" at ${host}; create it, or correct the name.`
      case '42501':
        return `DATABASE_URL: the user "${user}" lacks a right in the database ${place(url)}: ${error.message}.`
      case '57P03':
        return `DATABASE_URL: the database at ${host} has been starting for a while: ${error.message}.`
      case '53300':
        return `DATABASE_URL: the database at ${host} has no connection left: ${error.message}.`
      case '53100':
        return `The disk of the database at ${host} is full.`
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        return `DATABASE_URL: the host of ${host} is not known.`
      case 'ECONNREFUSED':
      case 'EHOSTUNREACH':
      case 'ENETUNREACH':
      case 'ENOENT':
        return `DATABASE_URL: nothing answers at ${host}.`
      case 'ETIMEDOUT':
        return `DATABASE_URL: ${host} does not answer.`
      // Corrupted data or index; a file of the cluster missing or unreadable.
      case 'XX001':
      case 'XX002':
      case '58P01':
      case '58030':
        return `The database ${place(url)} is damaged: ${error.message}. Restore a backup.`
    }
    if (/does not support SSL/.test(error.message))
      return `DATABASE_URL: ${host} offers no encryption, and sslmode asks for it.`
    if (/^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(codeOf(error)))
      return `DATABASE_URL: the certificate of ${host} is not accepted (${error.message}). Name its authority with sslrootcert=FILE, or encrypt without checking whose it is with sslmode=require.`
    if (/timeout/i.test(error.message)) return `DATABASE_URL: ${host} accepts connections and does not answer.`
    if (/terminated unexpectedly|ECONNRESET|socket hang up/.test(`${codeOf(error)} ${error.message}`))
      return `DATABASE_URL: ${host} closes the connection without an answer; is it PostgreSQL?`
    return undefined
  }
  const text = sentence()
  return text === undefined ? error : new DatabaseFault(text, { cause: error })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: postgresAddress(url),
    connectionTimeoutMillis: connectionTimeoutMs,
    query_timeout: connectionTimeoutMs,
  })
  // A broken connection also fails the pending query, which reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    // A server that does not answer will not confirm the end of the connection either.
    await Promise.race([client.end().catch(() => undefined), sleep(500)])
  }
}

function parts(url: string): { host: string; database: string; user: string } {
  const { hostname, port, pathname, username } = new URL(url)
  const user = decodeURIComponent(username)
  return {
    host: hostname === '' ? 'its socket' : `${hostname}:${port || '5432'}`,
    database: decodeURIComponent(pathname.slice(1)) || user,
    user,
  }
}

function place(url: string): string {
  const { host, database } = parts(url)
  return `"${database}" at ${host}`
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
