import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataFolder } from '../support/data-folder.mjs'
import { Failure, folderFailure } from '../support/failure.mjs'
import { lock, readHolder, self } from '../support/file-lock.mjs'

/** A launcher whose npm was killed notices that within this time. */
const ORPHANED_MS = 1500

/**
 * Locks the data folder for this launcher, and waits for a launcher that is stopping. If an installation runs in
 * several processes, their launchers share the folder with each other but not with any other launcher.
 * @param {string} dataDir @param {import('../postgres/account.mjs').Account} account the embedded database's, if any
 * @param {number} stoppingMs how long a launcher may take to stop
 * @param {string} [instance] the port of this launcher, if there are several
 * @returns {Promise<{ stopping: () => void, release: () => void }>} `stopping` makes the next launcher wait
 * @throws {Failure} when another launcher holds the lock
 */
export async function lockDataFolder(dataDir, account, stoppingMs, instance) {
  const name = instance === undefined ? 'launcher' : `launcher-${instance}`
  const [lockFile, stoppingFile] = [join(dataDir, `${name}.lock`), join(dataDir, `${name}.stopping`)]
  try {
    prepareDataFolder(dataDir, account)
    let attempt = await lock(lockFile, ORPHANED_MS)
    if ('holder' in attempt && readHolder(stoppingFile) !== undefined) attempt = await lock(lockFile, stoppingMs)
    if ('holder' in attempt) throw taken(dataDir, attempt.holder)
    const { release } = attempt
    // Checked while holding the lock: if two launchers start simultaneously, each sees the other's lock.
    const [other] = holders(dataDir, instance === undefined ? /^launcher-\d+\.lock$/ : /^launcher\.lock$/)
    if (other !== undefined) {
      release()
      throw taken(dataDir, other)
    }
    return {
      stopping: () => {
        try {
          writeFileSync(stoppingFile, JSON.stringify(self()), { mode: 0o600 })
        } catch {
          // A full disk must not prevent us from stopping.
        }
      },
      release: () => {
        rmSync(stoppingFile, { force: true })
        release()
      },
    }
  } catch (error) {
    throw folderFailure(error, 'DATA_DIR', dataDir) ?? error
  }
}

/** @param {string} dataDir @param {import('../support/file-lock.mjs').Holder} holder */
function taken(dataDir, { pid }) {
  return new Failure(
    `DATA_DIR: Incontro runs on ${dataDir} already (process ${pid}); stop it first, or set DATA_DIR to another folder.`,
  )
}

/** Whether a launcher runs on a data folder. @param {string} dataDir */
export function isDataFolderLocked(dataDir) {
  return holders(dataDir, /^launcher(?:-\d+)?\.lock$/).length > 0
}

/**
 * The running processes that hold matching lock files of a data folder.
 * @param {string} dataDir
 * @param {RegExp} names
 */
function holders(dataDir, names) {
  const files = readdirSync(dataDir).filter((name) => names.test(name))
  return files.flatMap((name) => readHolder(join(dataDir, name)) ?? [])
}
