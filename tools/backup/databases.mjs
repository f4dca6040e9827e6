import pg from 'pg'
import { root } from '../support/paths.mjs'
import { Failure } from '../support/failure.mjs'

/**
 * @typedef {object} Server a PostgreSQL of the installation
 * @property {string} name of the first of its databases; of several pools, `one.other`
 * @property {string} url connects to the first of its databases
 * @property {string} system PostgreSQL's system identifier
 * @property {boolean} embedded
 * @property {{ name: string, database: string }[]} serves the databases of the installation that are in it
 */

/**
 * The servers of the databases in DATABASE_URL and DATABASES, the default one first. A server with several databases is
 * there once.
 * @param {{ url: string, embedded: boolean }} options of the default database
 * @returns {Promise<Server[]>}
 */
export async function serversOf({ url, embedded }) {
  /** @type {Server[]} */
  const servers = []
  for (const { name, databaseUrl } of await shards(url)) {
    const client = await connect(databaseUrl, name)
    try {
      const { rows } = await client.query(
        `select system_identifier::text as system, current_database() as database,
          (select count(*)::int from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as tablespaces
        from pg_control_system()`,
      )
      const { system, database, tablespaces } = rows[0]
      if (tablespaces > 0)
        throw new Failure(`Database ${name} has tablespaces, which this does not copy: use pg_basebackup.`)
      const server = servers.find((one) => one.system === system)
      if (server) server.serves.push({ name, database })
      else
        servers.push({
          name,
          url: databaseUrl,
          system,
          embedded: embedded && name === 'default',
          serves: [{ name, database }],
        })
    } finally {
      await client.end()
    }
  }
  return servers
}

/** @param {string} url @returns {Promise<{ name: string, databaseUrl: string }[]>} */
async function shards(url) {
  const [{ readPoolDatabases }, { shardsOf }, { loadBrands }] = await Promise.all([
    import('#server/platform/database/pool-databases.ts'),
    import('#server/shards/shards.ts'),
    import('#server/modules/brands/index.ts'),
  ])
  try {
    const poolDatabases = readPoolDatabases(process.env['DATABASES'] ?? '')
    const all = shardsOf({ databaseUrl: url, poolDatabases }, loadBrands(`${root}/brands`))
    // A name is a folder of the backup.
    return all.map(({ name, databaseUrl }) => ({ name: name.replaceAll('+', '.'), databaseUrl }))
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** @param {string} url @param {string} name of the database, for messages */
export async function connect(url, name) {
  const { postgresAddress } = await import('#server/platform/database/connection-address.ts')
  const connectionString = postgresAddress(url)
  const client = new pg.Client({ connectionString, application_name: 'backup', connectionTimeoutMillis: 10_000 })
  // A broken connection makes the running query fail, and that failure is reported.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new Failure(`Database ${name}: ${error instanceof Error ? error.message : String(error)}.`, { cause: error })
  }
}
