import pg from 'pg'
import { postgresAddress } from '#platform/database/connection-address.ts'

/** The move cannot be done. The message is a sentence for the operator. */
export class MoveRefused extends Error {}

/** One connection to each database. */
export interface Ends {
  readonly source: pg.Client
  readonly target: pg.Client
}

/** The command's own sessions may write while a database refuses all others to, and their statements may take hours. */
const options =
  '-c default_transaction_read_only=off -c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c timezone=UTC'

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: postgresAddress(url),
    application_name: 'pool:move',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options,
  })
  // A connection that breaks also fails its statement, which reports it.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export async function withEnds<T>(
  urls: { readonly sourceUrl: string; readonly targetUrl: string },
  work: (ends: Ends) => Promise<T>,
): Promise<T> {
  const opened: pg.Client[] = []
  try {
    for (const url of [urls.sourceUrl, urls.targetUrl]) opened.push(await connect(url))
    const [source, target] = opened as [pg.Client, pg.Client]
    return await work({ source, target })
  } finally {
    // The work is over, or its error is more important than that of the end.
    await Promise.all(opened.map((client) => client.end().catch(() => undefined)))
  }
}

/** The first row of a statement that has one. */
export async function firstRow<T extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<T> {
  const { rows } = await client.query<T>(text)
  return rows[0] as T
}
