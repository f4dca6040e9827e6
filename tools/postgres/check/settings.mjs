import { settingsFor } from '../machine.mjs'
import { FIXED_SETTINGS, INITIAL_SETTINGS } from '../settings.mjs'
import { advice, size, wrong } from './finding.mjs'

/** @typedef {import('./finding.mjs').Finding} Finding */
/** @typedef {{ name: string, setting: string, bytes: number | null, pending: boolean }} Setting */

/** Settings that have to have these values, otherwise data is at risk. */
const NEEDED = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', autovacuum: 'on', track_counts: 'on' }
/** Also accepted, because these values are stricter: a commit waits for a replica as well. */
const STRICTER = ['remote_write', 'remote_apply']

/** Connections beside those of our processes: commands, backups, replicas, an administrator. */
export const RESERVED = 20

/**
 * @param {import('pg').Client} client
 * @param {{ machine: import('../machine.mjs').Machine | undefined, file: string | undefined, perProcess: number }} asked
 *   `machine`: undefined if unknown; `file`: the settings file of an embedded database, otherwise `alter system` is
 *   recommended; `perProcess`: most connections of one of our processes
 * @returns {Promise<Finding[]>}
 */
export async function checkSettings(client, { machine, file, perProcess }) {
  const { rows } = await client.query(`
    select name, setting, pending_restart as pending, case unit when 'B' then 1 when 'kB' then 1024 when '8kB' then 8192
      when '16kB' then 16384 when 'MB' then 1048576 when 'GB' then 1073741824 end * setting::numeric as bytes
    from pg_settings where vartype = 'integer'
    union all select name, setting, pending_restart, null from pg_settings where vartype <> 'integer'`)
  /** @type {Map<string, Setting>} */
  const found = new Map(rows.map((row) => [row.name, { ...row, bytes: row.bytes === null ? null : Number(row.bytes) }]))
  const set = (/** @type {Record<string, string>} */ wanted) => howToSet(wanted, file)
  return [
    ...(await checkVersion(client)),
    ...dangerous(found, set),
    ...revealing(found, set),
    ...slow(found, set),
    ...(machine === undefined ? [] : unfit(found, machine, set)),
    ...[...found.values()]
      .filter(({ pending }) => pending)
      .map(({ name }) => advice(`${name} was changed and counts only once PostgreSQL is started again.`)),
    ...(await checkConnections(client, perProcess)),
  ]
}

/** @param {import('pg').Client} client @returns {Promise<Finding[]>} */
async function checkVersion(client) {
  const { rows } = await client.query(`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      (select datcollate from pg_database where datname = current_database()) as collation,
      current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums`)
  const { number, version, encoding, checksums } = rows[0]
  return [
    ...(number < 180_000
      ? [wrong(`PostgreSQL ${version} is too old: 18 is needed.`, 'Upgrade it with pg_upgrade, or dump and restore.')]
      : []),
    ...(encoding === 'UTF8'
      ? []
      : [
          wrong(
            `The database is encoded as ${encoding}: names and messages of members do not fit.`,
            "create database … encoding 'UTF8' template template0;  and restore a dump into it",
          ),
        ]),
    ...(checksums === 'on'
      ? []
      : [
          advice(
            'Pages have no check sums: a disk that damages them is noticed late.',
            'pg_checksums --enable -D DATA_DIRECTORY  (PostgreSQL stopped)',
          ),
        ]),
  ]
}

/** @typedef {(wanted: Record<string, string>) => string[]} Set */

/** @param {Map<string, Setting>} found @param {Set} set @returns {Finding[]} */
function dangerous(found, set) {
  return Object.entries(NEEDED).flatMap(([name, value]) => {
    const { setting = value } = found.get(name) ?? {}
    if (setting === value || STRICTER.includes(setting)) return []
    const loses = name === 'autovacuum' || name === 'track_counts' ? 'tables grow without end' : 'a crash loses data'
    return [wrong(`${name} is ${setting}: ${loses}.`, ...set({ [name]: value }))]
  })
}

/**
 * Finds settings that log statement parameters, which include messages and addresses.
 * @param {Map<string, Setting>} found
 * @param {Set} set
 * @returns {Finding[]}
 */
function revealing(found, set) {
  const { log_parameter_max_length, log_parameter_max_length_on_error, log_min_error_statement, log_error_verbosity } =
    FIXED_SETTINGS
  const wanted = {
    log_parameter_max_length,
    log_parameter_max_length_on_error,
    log_min_error_statement,
    log_error_verbosity,
  }
  const other = Object.entries(wanted).filter(([name, value]) => found.get(name)?.setting !== value)
  if (other.length === 0) return []
  const names = other.map(([name]) => name).join(', ')
  return [wrong(`PostgreSQL's log may quote what members write: ${names}.`, ...set(Object.fromEntries(other)))]
}

/** @param {Map<string, Setting>} found @param {Set} set @returns {Finding[]} */
function slow(found, set) {
  const { jit, random_page_cost, wal_compression } = INITIAL_SETTINGS
  return [
    ...(found.get('jit')?.setting === 'on'
      ? [advice('jit is on: compiling our short statements costs more than it saves.', ...set({ jit }))]
      : []),
    ...(Number(found.get('random_page_cost')?.setting) > 2
      ? [advice('random_page_cost is that of turning disks.', ...set({ random_page_cost }))]
      : []),
    ...(found.get('wal_compression')?.setting === 'off'
      ? [advice('wal_compression is off: the write-ahead log is up to twice as large.', ...set({ wal_compression }))]
      : []),
    ...(found.get('idle_in_transaction_session_timeout')?.setting === '0'
      ? [
          advice(
            'Nothing ends a transaction that somebody left open.',
            ...set({ idle_in_transaction_session_timeout: INITIAL_SETTINGS.idle_in_transaction_session_timeout }),
          ),
        ]
      : []),
  ]
}

/**
 * Finds memory settings that are at most half, or at least one and a half times, the recommended value.
 * @param {Map<string, Setting>} found
 * @param {import('../machine.mjs').Machine} machine
 * @param {Set} set
 * @returns {Finding[]}
 */
function unfit(found, machine, set) {
  const other = Object.entries(settingsFor(machine)).flatMap(([name, value]) => {
    const own = found.get(name)
    const wanted = Number.parseInt(value) * (value.endsWith('MB') ? 1024 * 1024 : 1)
    if (own === undefined || !value.endsWith('MB') || own.bytes === null) return []
    if (own.bytes > wanted / 2 && own.bytes < wanted * 1.5) return []
    return [{ name, value, text: `${name} ${size(own.bytes)}` }]
  })
  if (other.length === 0) return []
  const { memory, cores, dedicated } = machine
  const of = `${size(memory * 1024 * 1024)} of memory and ${cores} cores${dedicated ? '' : ', shared with the server'}`
  return [
    advice(
      `A machine with ${of} is used otherwise: ${other.map(({ text }) => text).join(', ')}.`,
      ...set(Object.fromEntries(other.map(({ name, value }) => [name, value]))),
    ),
  ]
}

/** @param {import('pg').Client} client @param {number} perProcess @returns {Promise<Finding[]>} */
async function checkConnections(client, perProcess) {
  const { rows } = await client.query(`
    select count(*)::int as used, current_setting('max_connections')::int as most from pg_stat_activity
    where backend_type = 'client backend'`)
  const { used, most } = rows[0]
  if (most < perProcess + RESERVED)
    return [
      wrong(
        `max_connections is ${most}: one process of ours opens up to ${perProcess}, beside commands and backups.`,
        `alter system set max_connections = ${2 * perProcess + RESERVED};  and start PostgreSQL again`,
      ),
    ]
  if (used < 0.8 * most) return []
  return [
    wrong(
      `${used} of ${most} connections are taken: soon nobody else gets in.`,
      `alter system set max_connections = ${most * 2};  and start PostgreSQL again, or put PgBouncer in front`,
    ),
  ]
}

/** @param {Record<string, string>} wanted @param {string | undefined} file @returns {string[]} */
function howToSet(wanted, file) {
  const entries = Object.entries(wanted)
  if (file !== undefined)
    return [`at the end of ${file}, then start again:`, ...entries.map(([name, value]) => `  ${name} = '${value}'`)]
  const restart = entries.some(([name]) => /^(shared_buffers|max_connections)$/.test(name))
  return [
    ...entries.map(([name, value]) => `alter system set ${name} = '${value}';`),
    restart ? 'and start PostgreSQL again' : 'select pg_reload_conf();',
  ]
}
