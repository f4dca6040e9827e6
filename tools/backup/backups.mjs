import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../support/failure.mjs'
import { readJson } from './target.mjs'

/** @typedef {{ key: string, bytes: number, sha256: string }} Part a part of a copy, by key in the folder `databases` */
/**
 * @typedef {object} DatabaseCopy the copy of one PostgreSQL
 * @property {string} name
 * @property {readonly { name: string, database: string }[]} serves the databases of the installation that are in it
 * @property {boolean} embedded whether it is the embedded PostgreSQL
 * @property {string} system PostgreSQL's system identifier
 * @property {string} startedAt by PostgreSQL's clock
 * @property {string} finishedAt by PostgreSQL's clock; the earliest time to which the copy can be restored
 * @property {string} firstLog name of the first log file that a restore needs
 * @property {number} bytes uncompressed
 * @property {readonly Part[]} parts
 */
/** @typedef {{ name: string, finishedAt: string, databases: readonly DatabaseCopy[] }} Backup */

/** The complete backups, oldest first. @param {import('./target.mjs').Target} target @returns {Promise<Backup[]>} */
export async function readBackups(target) {
  const backups = target.part('backups')
  const found = []
  for await (const { key } of backups.list()) if (key.endsWith('.json')) found.push(await readJson(backups, key))
  return found.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** @param {import('./target.mjs').Target} target @param {Backup} backup */
export async function writeBackup(target, backup) {
  await target.part('backups').put(`${backup.name}.json`, JSON.stringify(backup))
}

/**
 * The copies that a restore needs: of the latest backup that was finished at that time.
 * @param {readonly Backup[]} backups
 * @param {{ from: import('./target.mjs').Target, at: Date | undefined, database: string | undefined }} options
 * @returns {DatabaseCopy[]}
 */
export function chooseCopies(backups, { from, at, database }) {
  /** @param {DatabaseCopy} copy */
  const isWanted = ({ name, serves }) =>
    database === undefined || name === database || serves.some((one) => one.name.split('.').includes(database))
  const names = [...new Set(backups.flatMap((backup) => backup.databases.flatMap(({ serves }) => serves)))]
  const having = backups.filter((backup) => backup.databases.some(isWanted))
  if (backups[0] === undefined) throw new Failure(`--from: ${from.place} has no backup that is whole.`)
  if (having[0] === undefined)
    throw new Failure(
      `--database: there is no “${database}” in ${from.place}, there are ${[...new Set(names.map(({ name }) => name))].join(', ')}.`,
    )
  const backup = having.findLast(({ databases }) =>
    databases.every((copy) => !isWanted(copy) || at === undefined || new Date(copy.finishedAt) <= at),
  )
  if (backup === undefined)
    throw new Failure(`--at: the oldest backup in ${from.place} is of ${having[0].finishedAt}; choose a later time.`)
  return backup.databases.filter(isWanted)
}

/**
 * Removes all but the `keep` newest backups, the copies of unfinished ones, and the log files that none needs.
 * @param {import('./target.mjs').Target} target @param {number} keep
 * @returns {Promise<{ backups: number, logs: number, oldest: Backup | undefined }>} how many were removed
 */
export async function prune(target, keep) {
  const all = await readBackups(target)
  const old = all.slice(0, Math.max(0, all.length - keep))
  for (const { name } of old) await target.part('backups').remove(`${name}.json`)
  const rest = all.slice(old.length)
  const names = new Set(rest.map(({ name }) => name))
  /** The first log file that is needed, by database. @type {Map<string, string>} */
  const first = new Map()
  for (const backup of rest)
    for (const { name, firstLog } of backup.databases) if (!first.has(name)) first.set(name, firstLog)
  let logs = 0
  const databases = target.part('databases')
  for await (const { key } of databases.list()) {
    const [name = '', kind, file = ''] = key.split('/')
    if (kind === 'base' && !names.has(file)) await databases.remove(key)
    if (kind !== 'wal' || !isNeedless(file, first.get(name))) continue
    await databases.remove(key)
    logs += 1
  }
  if (target.folder !== undefined) removeFolders(join(target.folder, 'databases'), names)
  return { backups: old.length, logs, oldest: rest[0] }
}

/**
 * The first eight digits are the timeline, which changes with each restore; the others give the order of the files.
 * @param {string} file @param {string | undefined} first
 */
const isNeedless = (file, first) =>
  /^[0-9A-F]{24}\.gz$/.test(file) && first !== undefined && file.slice(8, 24) < first.slice(8)

/**
 * Removes the folders of copies that are not needed, and what a killed run left in them.
 * @param {string} databases @param {ReadonlySet<string>} names of the backups that stay
 */
function removeFolders(databases, names) {
  if (!existsSync(databases)) return
  for (const database of readdirSync(databases)) {
    const base = join(databases, database, 'base')
    if (!existsSync(base)) continue
    for (const name of readdirSync(base)) if (!names.has(name)) rmSync(join(base, name), { recursive: true })
  }
}
