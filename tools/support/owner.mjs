import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { Failure } from './failure.mjs'

/**
 * Refuses to write as root into a data folder of another user, who could not read what is written.
 * @param {string} dataDir @param {number | undefined} [uid] of this process
 * @throws {Failure}
 */
export function requireOwner(dataDir, uid = process.getuid?.()) {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid
  if (uid !== 0 || owner === undefined || owner === 0) return
  throw new Failure(
    `DATA_DIR: ${dataDir} belongs to the user ${nameOf(owner)}, who could not read what root writes there: run this as that user, as in sudo -u ${nameOf(owner)} env SETTINGS_FILE=… npm run ….`,
  )
}

/** @param {number} uid */
function nameOf(uid) {
  try {
    return execFileSync('id', ['-nu', String(uid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    // One without a name has its number only.
    return String(uid)
  }
}
