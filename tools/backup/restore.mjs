import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../support/failure.mjs'
import { print } from '../support/output.mjs'
import { locate } from '../postgres/location.mjs'
import { chooseCopies, readBackups } from './backups.mjs'
import { syncName } from './disk.mjs'
import { restorePictures } from './pictures.mjs'
import { discard, restoreAside, restoreHere, stopIn } from './restore-database.mjs'
import { restoreMark } from './restore-mark.mjs'

/**
 * @typedef {object} Swap
 * @property {string} draft the restored folder
 * @property {string} place where the draft is moved; the folder there before is moved to `previous`
 * @property {string} previous
 */
/**
 * @typedef {object} Restore
 * @property {string} dataDir
 * @property {import('./target.mjs').Target} from
 * @property {Date | undefined} at undefined: the latest state
 * @property {string | undefined} database only the server of this one
 * @property {string | undefined} into the folder for databases other than the embedded one
 * @property {boolean} inPlace whether the installation has the embedded database
 */

/**
 * Restores the databases and the pictures into folders that are not in use. Existing data stays in place until the
 * copies have been replayed, checked and analysed. A run that is killed completes when it is started again.
 * @param {Restore} options
 */
export async function restore(options) {
  const { dataDir } = options
  const mark = restoreMark(dataDir)
  const swaps = swapsOf(dataDir)
  if (existsSync(mark)) print('Going on with the restore that was broken off.')
  else {
    const backups = await readBackups(options.from)
    const chosen = chooseCopies(backups, options)
    const own = chosen.filter(({ embedded }) => embedded && options.inPlace)
    const others = chosen.filter((copy) => !own.includes(copy))
    if (others.length > 0 && options.into === undefined)
      throw new Failure(
        `--into: in which folder are ${others.map(({ name }) => name).join(', ')} restored? They are not the database of DATA_DIR.`,
      )
    /** The files that the restored rows name. @type {Set<string>} */
    const files = new Set()
    for (const copy of others) for (const key of await restoreAside(options, backups, copy)) files.add(key)
    for (const { draft } of swaps) await discard(draft)
    for (const copy of own) for (const key of await restoreHere(options, backups, copy, swaps[0].draft)) files.add(key)
    await restorePictures(options, swaps[1].draft, files)
    if (swaps.every(({ draft }) => !existsSync(draft))) return print('Restored.')
    writeFileSync(mark, JSON.stringify({ from: options.from.place, at: options.at }), { mode: 0o600, flush: true })
    syncName(mark)
  }
  // The database may still run after its launcher was killed.
  if (existsSync(swaps[0].draft)) await stopIn(swaps[0].place)
  for (const swap of swaps) exchange(swap)
  rmSync(mark, { force: true })
  const aside = swaps.map(({ previous }) => previous).filter((path) => existsSync(path))
  print(
    aside.length === 0
      ? 'Restored.'
      : `Restored. What was there is in ${aside.join(' and ')}; remove it when all is well.`,
  )
}

/** @param {string} dataDir @returns {[Swap, Swap]} the embedded database and the pictures */
function swapsOf(dataDir) {
  const { cluster } = locate(dataDir)
  /** @param {string} place @returns {Swap} */
  const swap = (place) => ({ draft: `${place}.restored`, place, previous: `${place}.previous` })
  return [swap(cluster), swap(join(dataDir, 'storage'))]
}

/** Moves a draft into its place; idempotent. @param {Swap} swap */
function exchange({ draft, place, previous }) {
  if (!existsSync(draft)) return
  if (existsSync(place)) {
    rmSync(previous, { recursive: true, force: true })
    renameSync(place, previous)
  }
  renameSync(draft, place)
  syncName(place)
}
