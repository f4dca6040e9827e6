import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { passageFolder } from '../support/data-folder.mjs'
import { Failure } from '../support/failure.mjs'
import { printWarning } from '../support/output.mjs'
import { canEnter } from '../postgres/account.mjs'

/*
 * The folder, or the part of a bucket, that has the backups of one installation:
 *   backups/TIME.json       a complete backup: its parts, and where its log begins
 *   database/base/TIME/…    the copy of the cluster: a compressed tar archive in parts, backup_label and pg_control; of an
 *                           unfinished backup if there is no TIME.json
 *   database/wal/…          the write-ahead log since the first backup, one compressed file per log file
 *   pictures/…              the files of the installation's storage
 *   about/gone.json         which of the pictures the storage no longer has, and since when
 *   about/owner.json        the database to which the backups belong
 */

/** @typedef {import('#server/platform/storage.ts').Storage} Storage */
/**
 * @typedef {object} Target
 * @property {string} place as the operator named it; absolute if it is a folder
 * @property {string | undefined} folder
 * @property {(name: string) => Storage} part a folder of it
 */

/** @param {string} option @param {string} named a folder or `s3://…` @returns {Promise<Target>} */
export async function openTarget(option, named) {
  // Imported here because it is TypeScript, which an older Node cannot load; that Node only installs the newer one.
  const { openPlace } = await import('#server/platform/storage/open.ts')
  const isBucket = named.includes('://')
  const place = isBucket ? named : resolve(named)
  try {
    openPlace(place)
  } catch (error) {
    throw new Failure(`${option}: ${error instanceof Error ? error.message : String(error)}.`, { cause: error })
  }
  return {
    place,
    folder: isBucket ? undefined : place,
    part: (name) => openPlace(isBucket ? place.replace(/\/?(?=\?|$)/, `/${name}`) : join(place, name)),
  }
}

/**
 * Creates the folders, which PostgreSQL has to enter because it archives its log there.
 * @param {string} folder @param {import('../postgres/account.mjs').Account} account PostgreSQL's
 */
export function prepareFolder(folder, account) {
  // PostgreSQL passes the name to a shell.
  if (!/^[\w@+=:,. /-]+$/.test(folder))
    throw new Failure(`--to: ${folder} has letters in its name that a shell may not take; choose another folder.`)
  if (existsSync(folder) && !existsSync(join(folder, 'about')) && readdirSync(folder).length > 0)
    throw new Failure(`--to: ${folder} holds something else; choose an empty folder.`)
  const own = join(folder, 'database')
  for (const path of [folder, own]) passageFolder(path, account)
  if (!canEnter(account, own))
    throw new Failure(
      `--to: PostgreSQL runs as a user of its own, who cannot go into ${folder}; choose one below /var/backups, say.`,
    )
}

/**
 * Makes the place that of one installation, or refuses that of another.
 * @param {Target} target @param {string} system PostgreSQL's system identifier
 */
export async function claimTarget(target, system) {
  const about = target.part('about')
  const owner = await readJson(about, 'owner.json')
  if (owner === undefined) {
    for await (const _ of target.part('backups').list())
      throw new Failure(`--to: ${target.place} holds something else; choose another place.`)
    await about.put('owner.json', JSON.stringify({ system }))
  } else if (owner.system !== system)
    throw new Failure(`--to: ${target.place} has the backups of another database; choose another one.`)
}

/** Removes what killed runs left half written more than a day ago. @param {Target} target */
export async function sweepTarget(target) {
  const before = new Date(Date.now() - 86_400_000)
  for (const name of ['backups', 'database', 'pictures', 'about'])
    try {
      await target.part(name).sweep(before)
    } catch (error) {
      // The backup is whole all the same.
      printWarning(
        `${target.place}/${name}: what killed runs left half written could not be removed (${error instanceof Error ? error.message : String(error)})`,
      )
    }
}

/** @param {Storage} storage @param {string} key @returns {Promise<any>} undefined when it is not there */
export async function readJson(storage, key) {
  const content = await storage.get(key)
  return content === undefined ? undefined : JSON.parse(String(content))
}
