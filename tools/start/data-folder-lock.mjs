import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataFolder } from '../data-folder.mjs'
import { Failure, folderFailure } from '../failure.mjs'
import { lock, readHolder, self } from '../file-lock.mjs'

/** Within this time a launcher whose npm was killed has noticed it. */
const ORPHANED_MS = 1500

/**
 * Locks the data folder for this launcher; waits for one that is stopping. Launchers of one installation in several
 * processes share the folder with each other, and with no other launcher.
 * @param {string} dataDir @param {import('../postgres/account.mjs').Account} account the embedded database's, if any
 * @param {number} stoppingMs within which a launcher that is stopping is gone
 * @param {string} [instance] of several launchers, this one's port
 * @returns {Promise<{ stopping: () => void, release: () => void }>} `stopping` makes the next launcher wait
 * @throws {Failure} when another one has it
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
    // Looked for with the lock in hand: of two that come at the same time, each sees the other's.
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
          // A full disk must not keep us from stopping.
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

/** @param {string} dataDir @param {import('../file-lock.mjs').Holder} holder */
function taken(dataDir, { pid }) {
  return new Failure(
    `DATA_DIR: Incontro runs on ${dataDir} already (process ${pid}); stop it first, or set DATA_DIR to another folder.`,
  )
}

/** Whether a launcher runs on a data folder. @param {string} dataDir */
export function isDataFolderLocked(dataDir) {
  return holders(dataDir, /^launcher(?:-\d+)?\.lock$/).length > 0
}

/** The living processes that lock files of a data folder name. @param {string} dataDir @param {RegExp} names */
function holders(dataDir, names) {
  const files = readdirSync(dataDir).filter((name) => names.test(name))
  return files.flatMap((name) => readHolder(join(dataDir, name)) ?? [])
}
