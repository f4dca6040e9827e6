import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { passageFolder } from '../data-folder.mjs'
import { Failure } from '../failure.mjs'
import { lock } from '../file-lock.mjs'
import { canEnter } from '../postgres/account.mjs'
import { privateFolder, syncName } from './copy.mjs'

/*
 * A folder of backups of one database:
 *   base/TIME/    a copy of the whole database with its manifest.json; TIME.new is an unfinished one
 *   wal/          the write-ahead log since the first copy, one compressed file per log file
 *   pictures/     as in DATA_DIR/storage, and gone.json: which of them DATA_DIR no longer has, and since when
 *   owner.json    the database to which the backups belong
 */

/**
 * @typedef {object} Manifest
 * @property {string} name TIME
 * @property {string} finishedAt by PostgreSQL's clock; the earliest time to which the copy can be restored
 * @property {string} firstLog name of the first log file that a restore needs
 * @property {number} bytes
 * @property {Record<string, import('./copy.mjs').Copied>} files by path in the cluster
 * @property {string[]} folders of the cluster
 */

/** @param {string} folder */
export const basesIn = (folder) => join(folder, 'base')
/** @param {string} folder */
export const logIn = (folder) => join(folder, 'wal')
/** @param {string} folder */
export const picturesIn = (folder) => join(folder, 'pictures')

/**
 * Creates or opens the backup folder of one database and locks it.
 * @param {string} path @param {string} system PostgreSQL's system identifier
 * @param {import('../postgres/account.mjs').Account} account PostgreSQL's
 * @returns {Promise<{ folder: string, release: () => void }>}
 */
export async function openFolder(path, system, account) {
  const folder = resolve(path)
  // PostgreSQL passes the name to a shell.
  if (!/^[\w@+=:,. /-]+$/.test(folder))
    throw new Failure(`--to: ${folder} has letters in its name that a shell may not take; choose another folder.`)
  passageFolder(folder, account)
  if (!canEnter(account, folder))
    throw new Failure(
      `--to: PostgreSQL runs as a user of its own, who cannot go into ${folder}; choose one below /var/backups, say.`,
    )
  const held = await lock(join(folder, 'lock'), 1000)
  if ('holder' in held) throw new Failure(`--to: process ${held.holder.pid} makes a backup in ${folder} just now.`)
  try {
    const owner = join(folder, 'owner.json')
    if (!existsSync(owner)) {
      if (readdirSync(folder).some((name) => name !== 'lock'))
        throw new Failure(`--to: ${folder} holds something else; choose an empty folder.`)
      writeWhole(owner, { system })
    }
    if (JSON.parse(readFileSync(owner, 'utf8')).system !== system)
      throw new Failure(`--to: ${folder} has the backups of another database; choose another folder.`)
    privateFolder(basesIn(folder))
    privateFolder(logIn(folder), account)
    privateFolder(picturesIn(folder))
  } catch (error) {
    held.release()
    throw error
  }
  return { folder, release: held.release }
}

/** The complete copies, oldest first. @param {string} folder @returns {Manifest[]} */
export function readBases(folder) {
  if (!existsSync(basesIn(folder))) return []
  return readdirSync(basesIn(folder))
    .filter((name) => !name.endsWith('.new') && existsSync(join(basesIn(folder), name, 'manifest.json')))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(basesIn(folder), name, 'manifest.json'), 'utf8')))
}

/** @param {string} file @param {unknown} content */
export function writeWhole(file, content) {
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  syncName(file)
}

/**
 * Removes all but the `keep` newest copies, and the log files that only older copies need.
 * @param {string} folder @param {number} keep
 * @returns {{ bases: number, logs: number }} how many were removed
 */
export function prune(folder, keep) {
  const bases = readBases(folder)
  const old = bases.slice(0, Math.max(0, bases.length - keep))
  for (const { name } of old) rmSync(join(basesIn(folder), name), { recursive: true, force: true })
  const first = bases[old.length]?.firstLog
  // The first eight digits are the timeline, which changes with each restore; the others give the order of the files.
  const needless = readdirSync(logIn(folder)).filter(
    (name) => /^[0-9A-F]{24}\.gz$/.test(name) && first !== undefined && name.slice(8, 24) < first.slice(8),
  )
  for (const name of needless) rmSync(join(logIn(folder), name), { force: true })
  return { bases: old.length, logs: needless.length }
}

/** Removes the unfinished copies of killed runs. @param {string} folder */
export function removeDrafts(folder) {
  for (const name of readdirSync(basesIn(folder)))
    if (name.endsWith('.new') || !existsSync(join(basesIn(folder), name, 'manifest.json')))
      rmSync(join(basesIn(folder), name), { recursive: true, force: true })
}
