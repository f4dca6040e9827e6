import { chmodSync, chownSync, closeSync, fchmodSync, fstatSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './folder.mjs'

/*
 * The content of a data folder is accessible to its owner only. If root starts PostgreSQL, it runs as another user,
 * which may pass through the folders above its cluster but not read them.
 */

const PRIVATE = 0o700
/** Lets the group pass, which is then PostgreSQL's. */
const PASSAGE = 0o710

/** The names of everything that we put into a data folder. */
const OURS =
  /^(?:postgres|logs|storage|sandbox|secret|owner|backup(?:-log)?\.lock|launcher(?:-\d+)?\.(?:lock|stopping)|children(?:-\d+)?\.json)$/

/**
 * Creates the data folder, or makes an existing one inaccessible to other users. A folder with other content keeps its
 * permissions, because it is not only ours.
 * @param {string} dataDir @param {import('../postgres/account.mjs').Account} account PostgreSQL's, if it is another user
 */
export function prepareDataFolder(dataDir, account) {
  const isNew = makeFolder(dataDir)
  if (isNew || isOurs(dataDir)) restrict(dataDir, account, isNew)
  privateFolder(join(dataDir, 'logs'))
}

/**
 * Creates a folder that only its owner and PostgreSQL's account can pass through, or restricts an existing one to them.
 * @param {string} folder @param {import('../postgres/account.mjs').Account} account
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
    // The log file may be a device.
    if (fstatSync(log).isFile()) fchmodSync(log, 0o600)
  } catch (error) {
    closeSync(log)
    throw error
  }
  return log
}

/**
 * Restricts a folder to its owner and PostgreSQL. In an existing folder, PostgreSQL's group only gets a search
 * permission that the group or others already had.
 * @param {string} folder @param {import('../postgres/account.mjs').Account} account @param {boolean} isNew
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
