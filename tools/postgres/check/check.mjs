import { dirname } from 'node:path'
import { advice, size } from './finding.mjs'
import { checkCopies, checkTransactions } from './service.mjs'
import { checkSettings } from './settings.mjs'
import { checkIndexes, checkTables } from './tables.mjs'

/** @typedef {import('./finding.mjs').Finding} Finding */

/**
 * @typedef {object} Asked
 * @property {import('../machine.mjs').Machine | undefined} machine undefined if unknown
 * @property {string | undefined} file the settings file of an embedded database
 * @property {number} [perProcess] most connections of one of our processes; 0 if unknown
 * @property {number} [longSeconds] the age in seconds from which a transaction is reported; five minutes by default
 * @property {number} [worthBytes] smaller tables and indexes are not reported for their space; 64 MB by default
 * @property {number} [unusedSeconds] how long an index has to be unused; a week by default
 */

/**
 * Checks a database without changing it.
 * @param {import('pg').Client} client @param {Asked} asked
 * @returns {Promise<{ title: string, findings: Finding[] }>} what is wrong comes first
 */
export async function checkDatabase(
  client,
  { machine, file, perProcess = 0, longSeconds = 300, worthBytes, unusedSeconds },
) {
  const { rows } = await client.query(
    "select current_setting('server_version') as version, current_database() as name, pg_database_size(current_database())::float8 as bytes",
  )
  const { version, name, bytes } = rows[0]
  const parts = [
    () => checkSettings(client, { machine, file, perProcess }),
    () => checkTransactions(client, longSeconds),
    () => checkCopies(client, file && dirname(file)),
    () => checkTables(client, worthBytes),
    () => checkIndexes(client, { worthBytes, unusedSeconds }),
  ]
  const findings = []
  // One after the other, as they share one connection.
  for (const part of parts) findings.push(...(await part().catch((error) => [hidden(error)])))
  const seen = await client.query("select pg_has_role('pg_monitor', 'member') as all, current_user as role")
  if (!seen.rows[0].all) findings.push(blind(seen.rows[0].role))
  return {
    title: `PostgreSQL ${version}, database ${name}, ${size(bytes)}`,
    findings: [
      ...findings.filter(({ level }) => level === 'wrong'),
      ...findings.filter(({ level }) => level === 'advice'),
    ],
  }
}

/** @param {string} role */
const blind = (role) =>
  advice(`${role} sees only its own transactions and not all settings.`, `grant pg_monitor to ${role};`)

/** @param {unknown} error @returns {Finding} */
function hidden(error) {
  if (error instanceof Error && 'code' in error && error.code === '42501')
    return advice(`Something could not be looked at: ${error.message}.`)
  throw error
}
