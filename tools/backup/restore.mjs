import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { accountFor } from '../postgres/account.mjs'
import { findBinaries } from '../postgres/binaries.mjs'
import { ensurePassword, ROLE, ROLE_STATEMENTS, runSingleUser } from '../postgres/create.mjs'
import { shutDown } from '../postgres/launch.mjs'
import { locate, restoredCluster } from '../postgres/location.mjs'
import { writeMachineFile } from '../postgres/machine-file.mjs'
import { findPostmaster } from '../postgres/pidfile.mjs'
import { requireSpace } from '../postgres/space.mjs'
import { MAJOR } from '../postgres.mjs'
import { Failure } from '../support/failure.mjs'
import { print, printWarning } from '../support/output.mjs'
import { chooseBackup, readBackups } from './backups.mjs'
import { syncName } from './disk.mjs'
import { findGap } from './log.mjs'
import { ownStorage, restorePictures } from './pictures.mjs'
import { incomplete, replay } from './replay.mjs'
import { unpack } from './unpack.mjs'
import { markRestored } from './upkeep.mjs'

/**
 * Restores the embedded database and adds the pictures that are missing. The database is made beside the existing one,
 * which stays until the log has been replayed. A run that is killed completes when it is started again.
 * @param {{ dataDir: string, from: import('./target.mjs').Target, at: Date | undefined,
 *   upToGap: boolean }} options `at`: undefined for the latest state; `upToGap`: also if log files after it are missing
 */
export async function restore({ dataDir, from, at, upToGap }) {
  const { home, cluster } = locate(dataDir)
  const [restored, previous] = [restoredCluster(cluster), `${cluster}.previous`]
  const asked = { from: from.place, at: upToGap ? 'gap' : (at?.toISOString() ?? 'latest') }
  if (existsSync(restored)) {
    requireSame(restored, asked)
    print('Going on with the restore that was broken off.')
  } else {
    const all = await readBackups(from, ({ message }) => printWarning(message))
    const backup = chooseBackup(all, from, at)
    if (String(backup.postgres) !== MAJOR)
      throw new Failure(
        `--from: the backup ${backup.name} is of PostgreSQL ${backup.postgres}; this version runs PostgreSQL ${MAJOR}.`,
      )
    const gap = await findGap(from, backup)
    if (gap !== undefined && at === undefined && !upToGap) throw incomplete('--from', gap)
    const draft = `${cluster}.draft`
    // A killed run may have left one, which takes the space that is looked for.
    await stopIn(draft)
    rmSync(draft, { recursive: true, force: true })
    // Known before the pictures are copied, which may take hours; they take space, too, so it is looked at again.
    requireSpaceFor(cluster, backup)
    await restorePictures(from, await ownStorage(dataDir))
    await make({ home, cluster: draft, from, backup, at })
    writeFileSync(optionsOf(restored), JSON.stringify(asked))
    renameSync(draft, restored)
    syncName(restored)
  }
  // The database may still run after its launcher was killed.
  await stopIn(cluster)
  if (existsSync(cluster)) {
    rmSync(previous, { recursive: true, force: true })
    renameSync(cluster, previous)
  }
  renameSync(restored, cluster)
  syncName(cluster)
  rmSync(optionsOf(restored), { force: true })
  markRestored(home, from)
  print('Restored. npm run restore -- check proves it; then make a backup, with which its log is copied again.')
  if (existsSync(previous)) print(`What was there is in ${previous}; remove it when all is well.`)
}

/**
 * From where a cluster was restored, and to which time, as the operator asked. @typedef {{ from: string, at: string }}
 * Asked
 */

/** Beside a restored cluster: what was asked for. @param {string} restored */
const optionsOf = (restored) => `${restored}.json`

/**
 * A restored cluster that is not in its place yet is what was asked for then, whatever is asked for now.
 * @param {string} restored @param {Asked} asked
 */
function requireSame(restored, asked) {
  if (!existsSync(optionsOf(restored))) return
  /** @type {Asked} */
  const { from, at } = JSON.parse(readFileSync(optionsOf(restored), 'utf8'))
  if (from === asked.from && at === asked.at) return
  throw new Failure(
    `DATA_DIR: a restore was broken off when it was nearly done; complete it first: npm run restore -- --from=${from}${at === 'latest' ? '' : ` --at=${at}`}`,
  )
}

/**
 * @param {{ home: string, cluster: string, from: import('./target.mjs').Target,
 *   backup: import('./backups.mjs').Backup, at: Date | undefined }} options
 */
async function make({ home, cluster, from, backup, at }) {
  const account = accountFor(cluster)
  const { password } = ensurePassword(home)
  const where = { home, cluster, account, binaries: findBinaries(account) }
  requireSpaceFor(cluster, backup)
  await unpack(from.part('database/base'), backup, where)
  writeMachineFile(cluster, account)
  await replay(from, backup, where, at)
  await runSingleUser(where, [`ALTER ROLE ${ROLE} PASSWORD '${password}'`, ...ROLE_STATEMENTS])
}

/** @param {string} cluster @param {import('./backups.mjs').Backup} backup */
const requireSpaceFor = (cluster, { bytes }) => requireSpace(dirname(cluster), Math.ceil((bytes * 1.2) / 1024 / 1024))

/** Stops the database of a cluster, if it runs. @param {string} cluster */
async function stopIn(cluster) {
  const running = existsSync(cluster) ? findPostmaster(cluster) : undefined
  if (running !== undefined) await shutDown(running.pid)
}
