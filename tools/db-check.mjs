import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { print } from './support/output.mjs'
import { checkDatabase } from './postgres/check/check.mjs'
import { RESERVED } from './postgres/check/settings.mjs'
import { settingsFor, thisMachine } from './postgres/machine.mjs'

/*
 * npm run db:check [-- --memory=MB --cores=N] [-- --settings]: prints problems of the database and the commands that
 * solve them. Exits with 1 when something is wrong, and with 2 when the check could not run.
 */

const usage = `npm run db:check                                   what is wrong with the database, and what to type
npm run db:check -- --memory=64000 --cores=16      says what machine a database elsewhere has, in megabytes and cores
npm run db:check -- --settings --memory=… --cores=…   only prints the settings for such a machine`

process.exitCode = await main()

async function main() {
  const asked = readArguments()
  if (typeof asked === 'string') return refuse(asked, usage)
  const { machine, settings } = asked
  // Imported here because it is TypeScript, which an older Node cannot load; that Node only installs the newer one.
  const { poolSizes } = await import('#server/platform/database/pool-sizes.ts')
  const ours = poolSizes()
  if (settings) {
    const wanted = settingsFor(machine ?? { ...thisMachine(), dedicated: true })
    for (const [name, value] of Object.entries(wanted)) print(`${name} = '${value}'`)
    const processes = Math.floor((Number(wanted['max_connections']) - RESERVED) / (ours.requests + ours.jobs))
    print(
      `# A process on a machine like this one opens up to ${ours.requests} connections for requests and ${ours.jobs} for jobs: there is room for ${processes}. More need PgBouncer (docs/operations.md).`,
    )
    return 0
  }
  let code = 0
  const databases = await databasesByUrl()
  for (const [url, pools] of databases) {
    if (databases.size > 1) print(`Database ${pools.join('+')}:`)
    code = Math.max(code, await check(url, machine, ours.requests + ours.jobs))
    if (databases.size > 1) print('')
  }
  return code
}

/** Each database of the installation once, with the pools that are in it. */
async function databasesByUrl() {
  // Imported here because it is TypeScript, which an older Node cannot load; that Node only installs the newer one.
  const { readPoolDatabases } = await import('#server/platform/database/pool-databases.ts')
  const databases = new Map([[process.env['DATABASE_URL'] ?? '', ['default']]])
  for (const [pool, url] of readPoolDatabases(process.env['DATABASES'] ?? ''))
    databases.set(url, [...(databases.get(url) ?? []), pool])
  return databases
}

/**
 * @param {string} url @param {{ memory: number, cores: number, dedicated: boolean } | undefined} machine
 * @param {number} perProcess connections that one of our processes opens
 */
async function check(url, machine, perProcess) {
  const { postgresAddress } = await import('#server/platform/database/connection-address.ts')
  const client = new pg.Client({
    connectionString: postgresAddress(url),
    connectionTimeoutMillis: 5000,
    query_timeout: 60_000,
    application_name: 'db:check',
  })
  // A broken connection makes the running query fail, and that failure is reported.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const file = await embeddedFile(client)
    const { title, findings } = await checkDatabase(client, {
      machine: machine ?? (file === undefined ? undefined : thisMachine()),
      file,
      perProcess,
    })
    print(title)
    if (machine === undefined && file === undefined)
      print('Its machine is not known: --memory=MB and --cores=N compare its settings with what they should be.')
    for (const { level, what, act } of findings) {
      print(`\n${level === 'wrong' ? 'WRONG' : 'Advice'}: ${what}`)
      for (const line of act) print(`    ${line}`)
    }
    const count = findings.filter(({ level }) => level === 'wrong').length
    print(`\n${count} wrong, ${findings.length - count} pieces of advice`)
    return count === 0 ? 0 : 1
  } catch (error) {
    return refuse(`The database could not be looked at: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    // Nothing is lost, as all results are already printed.
    await client.end().catch(() => undefined)
  }
}

/** The settings file of the embedded database, if this is it. @param {pg.Client} client */
async function embeddedFile(client) {
  const { rows } = await client.query(
    "select setting as folder from pg_settings where name = 'data_directory' and inet_server_addr() = '127.0.0.1'",
  )
  const folder = rows[0]?.folder
  return typeof folder === 'string' && /\/(?:incontro\/[0-9a-f]{16}|postgres)\/cluster$/.test(folder)
    ? join(folder, 'postgresql.conf')
    : undefined
}

function readArguments() {
  try {
    const { values } = parseArgs({
      args: process.argv.slice(2),
      options: { memory: { type: 'string' }, cores: { type: 'string' }, settings: { type: 'boolean' } },
    })
    const { memory, cores, settings = false } = values
    if ((memory === undefined) !== (cores === undefined)) return 'Give both --memory and --cores, or neither.'
    for (const [name, value] of Object.entries({ memory, cores }))
      if (value !== undefined && !/^[1-9]\d{0,8}$/.test(value)) return `--${name}: "${value}" is not a whole number.`
    const machine = memory === undefined ? undefined : { memory: Number(memory), cores: Number(cores), dedicated: true }
    return { machine, settings }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** @param {string[]} lines */
function refuse(...lines) {
  for (const line of lines) console.error(line)
  return 2
}
