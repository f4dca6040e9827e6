import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { Failure } from '../support/failure.mjs'

/**
 * The user under which PostgreSQL runs. It refuses to run as root, so root starts it as a system user.
 * @typedef {{ uid: number, gid: number } | undefined} Account undefined: the current user
 */

/** Whether this process is root and has to run PostgreSQL as another user. */
export function isRoot() {
  return process.getuid?.() === 0
}

/**
 * The account for a cluster: the owner of an existing cluster, otherwise the system's `postgres` user, which is created
 * if it is absent.
 * @param {string} cluster folder of the cluster, which may not exist yet
 * @returns {Account}
 * @throws {Failure} when there is no such user and it cannot be created
 */
export function accountFor(cluster) {
  if (!isRoot()) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return findUser('postgres') ?? findUser('_postgres') ?? createUser()
}

/** @param {string} name @returns {Account} */
function findUser(name) {
  try {
    const number = (/** @type {string} */ flag) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: number('-u'), gid: number('-g') }
  } catch {
    // `id` fails when there is no such user.
    return undefined
  }
}

/** @returns {Account} */
function createUser() {
  try {
    /** @type {import('node:child_process').ExecFileSyncOptions} */
    const options = { stdio: ['ignore', 'ignore', 'pipe'] }
    try {
      execFileSync('groupadd', ['--system', 'postgres'], options)
    } catch {
      // The group may exist without the user; otherwise useradd reports the problem.
    }
    const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin']
    execFileSync('useradd', ['--system', '--gid', 'postgres', ...home, 'postgres'], options)
  } catch (error) {
    throw new Failure(
      'PostgreSQL does not run as root and the user "postgres" could not be created: create it, or start as a plain user.',
      {
        cause: error,
      },
    )
  }
  const made = findUser('postgres')
  if (made === undefined) throw new Failure('The user "postgres" was created but cannot be looked up.')
  return made
}

/**
 * Whether an account can enter a folder and all folders above it.
 * @param {Account} account @param {string} folder
 */
export function canEnter(account, folder) {
  if (account === undefined) return true
  try {
    execFileSync('test', ['-x', folder], { ...account, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    // The command `test` exits with an error when the answer is no.
    return false
  }
}
