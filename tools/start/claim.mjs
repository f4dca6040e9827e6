import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataFolder } from '../data-folder.mjs'
import { Failure, folderFailure } from '../failure.mjs'
import { lock, readHolder, self } from '../file-lock.mjs'

/** Within this time a launcher whose npm was killed has noticed it. */
const NOTICES = 1500
/** Within this time a launcher that is stopping is gone. */
const STOPS = 12_000

/**
 * Takes the data folder for this launcher; waits for one that is on its way out.
 * @param {string} dataDir @param {import('../postgres/account.mjs').Account} account the embedded database's, if any
 * @returns {Promise<{ stopping: () => void, release: () => void }>} `stopping` tells the next launcher to wait
 * @throws {Failure} when another one has it
 */
export async function claimDataDir(dataDir, account) {
  const [held, leaving] = [join(dataDir, 'launcher.lock'), join(dataDir, 'launcher.stopping')]
  try {
    prepareDataFolder(dataDir, account)
    let claim = await lock(held, NOTICES)
    if ('holder' in claim && readHolder(leaving) !== undefined) claim = await lock(held, STOPS)
    if ('holder' in claim) {
      throw new Failure(
        `DATA_DIR: Incontro runs on ${dataDir} already (process ${claim.holder.pid}); stop it first, or set DATA_DIR to another folder.`,
      )
    }
    const { release } = claim
    return {
      stopping: () => {
        try {
          writeFileSync(leaving, JSON.stringify(self()), { mode: 0o600 })
        } catch {
          // A full disk must not keep us from stopping.
        }
      },
      release: () => {
        rmSync(leaving, { force: true })
        release()
      },
    }
  } catch (error) {
    throw folderFailure(error, 'DATA_DIR', dataDir) ?? error
  }
}

/** Whether a launcher runs on a data folder. @param {string} dataDir */
export function isClaimed(dataDir) {
  return readHolder(join(dataDir, 'launcher.lock')) !== undefined
}
