import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from '../support/failure.mjs'
import { writeWhole } from '../support/whole-file.mjs'
import { explain } from './explain.mjs'
import { includeMachineFile } from './machine-file.mjs'
import { asArguments, INITIAL_SETTINGS } from './settings.mjs'

/**
 * The name of the application's role and database. The role owns its database and may create others; it is no
 * superuser.
 */
export const ROLE = 'incontro'

/**
 * The configuration of the application's role, also in a cluster that an earlier version created. Its failed statements
 * are not logged, because PostgreSQL quotes values in the messages, and the application reports the errors itself.
 * Errors of background processes are logged.
 */
export const ROLE_STATEMENTS = [
  `GRANT pg_monitor, pg_checkpoint TO ${ROLE}`,
  `ALTER ROLE ${ROLE} SET log_min_messages = 'log'`,
  // For `npm run pool:move`.
  `ALTER ROLE ${ROLE} REPLICATION`,
  // For `npm run backup`, in the database postgres.
  `GRANT EXECUTE ON FUNCTION pg_backup_start(text, boolean), pg_backup_stop(boolean), pg_switch_wal() TO ${ROLE}`,
]

/** For the test of statements: plans of what functions execute, and rows without those that they refer to. */
const EXPLAINING = `GRANT SET ON PARAMETER session_preload_libraries, session_replication_role, ${[
  'log_min_duration',
  'log_nested_statements',
  'log_analyze',
  'log_timing',
  'log_verbose',
  'log_format',
  'log_level',
]
  .map((name) => `auto_explain.${name}`)
  .join(', ')} TO ${ROLE}`

/**
 * Creates a cluster with the role and its database. It is built under another name and renamed when it is complete, so
 * that a crash in between leaves nothing that looks like a database.
 * @param {{ cluster: string, binaries: import('./binaries.mjs').Binaries, account: import('./account.mjs').Account,
 *   password: string, fast: boolean }} options
 */
export async function createCluster({ cluster, binaries, account, password, fast }) {
  const draft = `${cluster}.new`
  const secret = join(dirname(cluster), 'superuser')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  // The superuser's password is random and not stored: no one signs in as superuser.
  writeFileSync(secret, randomBytes(32).toString('base64url'), { mode: 0o600 })
  if (account !== undefined) for (const path of [draft, secret]) chownSync(path, account.uid, account.gid)
  try {
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${secret}`]
    const durability = fast ? ['--no-sync'] : []
    await run(
      binaries.initdb,
      ['-D', draft, ...locale, ...access, ...durability, ...asArguments(INITIAL_SETTINGS)],
      account,
    )
    includeMachineFile(draft)
    await runSingleUser({ binaries, account, cluster: draft }, [
      // Tests open thousands of connections, and each client repeats the hash of its password.
      ...(fast ? ['SET scram_iterations = 1'] : []),
      `CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${password}'`,
      ...ROLE_STATEMENTS,
      // Tests drop databases in which PostgreSQL's own processes may still be active.
      ...(fast
        ? [`GRANT pg_signal_backend, pg_signal_autovacuum_worker, pg_create_subscription TO ${ROLE}`, EXPLAINING]
        : []),
      `CREATE DATABASE ${ROLE} OWNER ${ROLE}`,
    ])
    renameSync(draft, cluster)
  } finally {
    rmSync(secret, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * The role's password, created if there is none; a full disk may have left an empty file.
 * @param {string} home
 * @returns {{ password: string, isNew: boolean }}
 */
export function ensurePassword(home) {
  const file = join(home, 'password')
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (known !== '') return { password: known, isNew: false }
  const password = randomBytes(24).toString('base64url')
  writeWhole(file, `${password}\n`)
  return { password, isNew: true }
}

/**
 * Runs statements on a cluster that is not running, as its superuser.
 * @param {{ binaries: import('./binaries.mjs').Binaries, account: import('./account.mjs').Account, cluster: string }} where
 * @param {string[]} statements each without a line break
 * @param {Record<string, string>} [settings] instead of the cluster's own
 */
export function runSingleUser({ binaries, account, cluster }, statements, settings = {}) {
  const all = { ...settings, log_statement: 'none', log_min_duration_statement: '-1', exit_on_error: 'on' }
  return run(
    binaries.postgres,
    ['--single', '-D', cluster, ...asArguments(all), 'postgres'],
    account,
    `${statements.join('\n')}\n`,
  )
}

/**
 * @param {string} program @param {string[]} args @param {import('./account.mjs').Account} account @param {string} [input]
 * @returns {Promise<void>}
 */
function run(program, args, account, input = '') {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }
    const child = spawn(program, args, { ...account, cwd: '/', env, stdio: ['pipe', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    // A program that exits before it has read everything reports the reason in its output and exit code.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    child.once('error', (error) =>
      reject(new Failure(`The database program ${program} cannot be run: ${error.message}.`, { cause: error })),
    )
    child.once('close', (code) => (code === 0 ? resolve() : reject(explain(output, 'The database could not be made'))))
  })
}
