import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataFolder } from '../data-folder.mjs'
import { Failure, folderFailure } from '../failure.mjs'
import { lock, readHolder, self } from '../file-lock.mjs'

/** Within this time a launcher whose npm was killed has noticed it. */
const ORPHANED_MS = 1500

/**
 * Locks the data folder for this launcher; waits for one that is stopping.
 * @param {string} dataDir @param {import('../postgres/account.mjs').Account} account the embedded database's, if any
 * @param {number} stoppingMs within which a launcher that is stopping is gone
 * @returns {Promise<{ stopping: () => void, release: () => void }>} `stopping` makes the next launcher wait
 * @throws {Failure} when another one has it
 */
export async function lockDataFolder(dataDir, account, stoppingMs) {
  const [lockFile, stoppingFile] = [join(dataDir, 'launcher.lock'), join(dataDir, 'launcher.stopping')]
  try {
    prepareDataFolder(dataDir, account)
    let attempt = await lock(lockFile, ORPHANED_MS)
    if ('holder' in attempt && readHolder(stoppingFile) !== undefined) attempt = await lock(lockFile, stoppingMs)
    if ('holder' in attempt) {
      throw new Failure(
        `DATA_DIR: Incontro runs on ${dataDir} already (process ${attempt.holder.pid}); stop it first, or set DATA_DIR to another folder.`,
      )
    }
    const { release } = attempt
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

/** Whether a launcher runs on a data folder. @param {string} dataDir */
export function isDataFolderLocked(dataDir) {
  return readHolder(join(dataDir, 'launcher.lock')) !== undefined
}
