import { chmodSync, chownSync, closeSync, fchmodSync, fstatSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './folder.mjs'

/*
 * What lies in a data folder is for its owner alone. PostgreSQL, which runs as another user where root starts it, may
 * pass through to its cluster and reads nothing on the way.
 */

const PRIVATE = 0o700
/** The group, which is PostgreSQL's then, may pass. */
const PASSAGE = 0o710

/** Everything that we put into a data folder ourselves. */
const OURS =
  /^(?:postgres|logs|storage(?:\.restored|\.previous)?|restoring|sandbox|secret|owner|launcher(?:-\d+)?\.(?:lock|stopping)|children(?:-\d+)?\.json)$/

/**
 * Makes the data folder, or closes an existing one to other users. A folder that holds anything else than a data folder
 * does keeps its permissions: it is not ours alone.
 * @param {string} dataDir @param {import('./postgres/account.mjs').Account} account PostgreSQL's, where it is another
 */
export function prepareDataFolder(dataDir, account) {
  const isNew = makeFolder(dataDir)
  if (isNew || isOurs(dataDir)) restrict(dataDir, account, isNew)
  privateFolder(join(dataDir, 'logs'))
}

/**
 * Makes a folder that PostgreSQL's account may pass through, or closes an existing one to all others.
 * @param {string} folder @param {import('./postgres/account.mjs').Account} account
 */
export function passageFolder(folder, account) {
  restrict(folder, account, makeFolder(folder))
}

/** @param {string} folder */
function privateFolder(folder) {
  makeFolder(folder)
  chmodSync(folder, PRIVATE)
}

/**
 * Opens a log for appending, readable by its owner only.
 * @param {string} file
 * @returns {number} file descriptor
 */
export function openLog(file) {
  const log = openSync(file, 'a', 0o600)
  try {
    // A log may also be led to a device.
    if (fstatSync(log).isFile()) fchmodSync(log, 0o600)
  } catch (error) {
    closeSync(log)
    throw error
  }
  return log
}

/**
 * Grants no one new access: in an existing folder, the group's search permission becomes PostgreSQL's.
 * @param {string} folder @param {import('./postgres/account.mjs').Account} account @param {boolean} isNew
 */
function restrict(folder, account, isNew) {
  const { mode, uid } = statSync(folder)
  if (uid !== process.getuid?.()) return
  const mayPass = isNew || (mode & 0o011) !== 0
  if (account !== undefined && mayPass) chownSync(folder, uid, account.gid)
  chmodSync(folder, account !== undefined && mayPass ? PASSAGE : PRIVATE)
}

/** @param {string} folder */
function isOurs(folder) {
  return readdirSync(folder).every((name) => OURS.test(name))
}
