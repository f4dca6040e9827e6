import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../support/failure.mjs'
import { readJson } from './target.mjs'

/** @typedef {{ key: string, bytes: number, sha256: string }} Part of a copy, by key in the folder `database/base` */
/**
 * @typedef {object} Backup
 * @property {string} name
 * @property {string} startedAt by PostgreSQL's clock
 * @property {string} finishedAt by PostgreSQL's clock; the earliest time to which it can be restored
 * @property {number} postgres major version
 * @property {string} firstLog name of the first log file that a restore needs
 * @property {number} bytes uncompressed
 * @property {readonly Part[]} parts
 */

/**
 * The complete backups, oldest first: in the order of their log, as clocks may go wrong. A timeline that a restore made
 * is later than those before it.
 * @param {import('./target.mjs').Target} target
 * @param {(damaged: Failure) => void} [onDamaged] of one that cannot be read; by default, it is thrown, as what such a one
 *   needs must not be removed
 * @returns {Promise<Backup[]>}
 */
export async function readBackups(target, onDamaged) {
  const backups = target.part('backups')
  const found = []
  for await (const { key } of backups.list())
    if (key.endsWith('.json'))
      try {
        found.push(await readJson(backups, key))
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
        const damaged = new Failure(
          `${target.place}: backups/${key} is not whole: copy it again from where it came, or remove it.`,
          { cause: error },
        )
        if (onDamaged === undefined) throw damaged
        onDamaged(damaged)
      }
  return found.sort((one, other) => (one.firstLog + one.name < other.firstLog + other.name ? -1 : 1))
}

/** @param {import('./target.mjs').Target} target @param {Backup} backup */
export async function writeBackup(target, backup) {
  await target.part('backups').put(`${backup.name}.json`, JSON.stringify(backup))
}

/**
 * The latest backup that was finished at a time.
 * @param {readonly Backup[]} backups @param {import('./target.mjs').Target} from @param {Date | undefined} at
 */
export function chooseBackup(backups, from, at) {
  const [oldest] = backups
  if (oldest === undefined) throw new Failure(`--from: ${from.place} has no backup that is whole.`)
  const backup = backups.findLast(({ finishedAt }) => at === undefined || new Date(finishedAt) <= at)
  if (backup === undefined)
    throw new Failure(`--at: the oldest backup in ${from.place} is of ${oldest.finishedAt}; choose a later time.`)
  return backup
}

/**
 * Removes all but the `keep` newest backups, the copies of unfinished ones, and the log files that none needs.
 * @param {import('./target.mjs').Target} target @param {number} keep
 * @returns {Promise<{ backups: number, logs: number, kept: readonly Backup[] }>} how many were removed
 */
export async function prune(target, keep) {
  const all = await readBackups(target)
  const old = all.slice(0, Math.max(0, all.length - keep))
  for (const { name } of old) await target.part('backups').remove(`${name}.json`)
  const kept = all.slice(old.length)
  const names = new Set(kept.map(({ name }) => name))
  const base = target.part('database/base')
  for await (const { key } of base.list()) if (!names.has(key.split('/')[0] ?? '')) await base.remove(key)
  if (target.folder !== undefined) removeFolders(join(target.folder, 'database/base'), names)
  // After a restore to an earlier time, a later backup may begin with an earlier part of the log.
  const [needed] = kept.map(({ firstLog }) => firstLog.slice(8)).toSorted()
  let logs = 0
  const wal = target.part('database/wal')
  for await (const { key } of wal.list()) {
    // The first eight digits are the timeline, which changes with each restore; the others give the order of the files.
    if (!/^[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup)?\.gz$/.test(key) || needed === undefined || key.slice(8, 24) >= needed)
      continue
    await wal.remove(key)
    logs += 1
  }
  return { backups: old.length, logs, kept }
}

/**
 * Removes the folders of copies that are not needed, and what a killed run left in them.
 * @param {string} base @param {ReadonlySet<string>} names of the backups that stay
 */
function removeFolders(base, names) {
  if (!existsSync(base)) return
  for (const name of readdirSync(base)) if (!names.has(name)) rmSync(join(base, name), { recursive: true })
}
