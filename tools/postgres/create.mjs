import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure } from '../failure.mjs'
import { explain } from './explain.mjs'
import { includeMachineFile } from './machine-file.mjs'
import { asArguments, INITIAL_SETTINGS } from './settings.mjs'

/** The role and the database of the application. The role owns its database and may make others; it is no superuser. */
export const ROLE = 'incontro'

/**
 * What the application's role has, also in a cluster that an earlier version made. Its failing statements are not
 * logged: PostgreSQL quotes values in their messages, and the application gets and reports each of them. Background
 * processes log theirs.
 */
export const ROLE_STATEMENTS = [
  `GRANT pg_monitor, pg_checkpoint TO ${ROLE}`,
  `ALTER ROLE ${ROLE} SET log_min_messages = 'log'`,
  // For `npm run backup`, in the database `postgres`.
  `GRANT EXECUTE ON FUNCTION pg_backup_start(text, boolean), pg_backup_stop(boolean), pg_switch_wal() TO ${ROLE}`,
]

/**
 * Makes a cluster with the role and its database. It is built beside its place and moved there when whole, so that a
 * crash in between leaves nothing that looks like a database.
 * @param {{ cluster: string, binaries: import('./binaries.mjs').Binaries, account: import('./account.mjs').Account,
 *   password: string, fast: boolean }} options
 */
export async function createCluster({ cluster, binaries, account, password, fast }) {
  const draft = `${cluster}.new`
  const secret = join(dirname(cluster), 'superuser')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  // The superuser's password is random and discarded: no one signs in as superuser.
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
      `CREATE ROLE ${ROLE} LOGIN CREATEDB PASSWORD '${password}'`,
      ...ROLE_STATEMENTS,
      // Tests drop databases while PostgreSQL's own processes may be in them.
      ...(fast ? [`GRANT pg_signal_backend, pg_signal_autovacuum_worker TO ${ROLE}`] : []),
      `CREATE DATABASE ${ROLE} OWNER ${ROLE}`,
    ])
    renameSync(draft, cluster)
  } finally {
    rmSync(secret, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * The role's password, made when there is none.
 * @param {string} home
 * @returns {{ password: string, isNew: boolean }}
 */
export function ensurePassword(home) {
  const file = join(home, 'password')
  if (existsSync(file)) return { password: readFileSync(file, 'utf8').trim(), isNew: false }
  const password = randomBytes(24).toString('base64url')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
  return { password, isNew: true }
}

/**
 * Runs statements on a cluster that is not running, as its superuser.
 * @param {{ binaries: import('./binaries.mjs').Binaries, account: import('./account.mjs').Account, cluster: string }} where
 * @param {string[]} statements one line each
 */
export function runSingleUser({ binaries, account, cluster }, statements) {
  const settings = ['-c', 'log_statement=none', '-c', 'log_min_duration_statement=-1', '-c', 'exit_on_error=on']
  return run(
    binaries.postgres,
    ['--single', '-D', cluster, ...settings, 'postgres'],
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
    // A program that exits before reading everything reports the reason by output and exit code.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    child.once('error', (error) =>
      reject(new Failure(`The database program ${program} cannot be run: ${error.message}.`, { cause: error })),
    )
    child.once('close', (code) => (code === 0 ? resolve() : reject(explain(output, 'The database could not be made'))))
  })
}
