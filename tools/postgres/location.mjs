import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { passageFolder } from '../support/data-folder.mjs'
import { Failure, folderFailure } from '../support/failure.mjs'
import { makeFolder } from '../support/folder.mjs'
import { accountFor, canEnter } from './account.mjs'

/*
 * The location of a cluster is normally DATA_DIR/postgres/cluster. If root starts PostgreSQL, it runs as another user.
 * If that user has no access below DATA_DIR (for example in root's home), the cluster is in
 * /var/lib/incontro/<hash of DATA_DIR>/cluster. DATA_DIR/postgres/location then names that path, and a file `owner`
 * beside the cluster names the DATA_DIR.
 */

/** @typedef {{ home: string, cluster: string }} Location `home`: our own files (password, port); `cluster`: PGDATA */

/** The normal location of a cluster. @param {string} dataDir */
export function clusterBelow(dataDir) {
  return join(dataDir, 'postgres', 'cluster')
}

/** A restored cluster that is complete but not in its place yet. @param {string} cluster */
export const restoredCluster = (cluster) => `${cluster}.restored`

/** The folder for files that another user of the system has to read. */
export function systemFolder() {
  const folder = '/var/lib/incontro'
  makeFolder(folder)
  chmodSync(folder, 0o755)
  return folder
}

/**
 * @param {string} dataDir absolute
 * @returns {Location}
 * @throws {Failure} when the folder cannot be used
 */
export function locate(dataDir) {
  const home = join(dataDir, 'postgres')
  const near = clusterBelow(dataDir)
  const account = accountFor(near)
  try {
    passageFolder(home, account)
  } catch (error) {
    throw folderFailure(error, 'DATA_DIR', dataDir) ?? error
  }
  if (existsSync(near)) return { home, cluster: near }
  const pointer = join(home, 'location')
  if (existsSync(pointer)) return { home, cluster: follow(dataDir, pointer) }
  if (canEnter(account, home)) return { home, cluster: near }
  return { home, cluster: placeElsewhere(dataDir, pointer, account) }
}

/** @param {string} dataDir @param {string} pointer */
function follow(dataDir, pointer) {
  const cluster = readFileSync(pointer, 'utf8').trim()
  const owner = ownerFile(cluster)
  if (!existsSync(owner)) {
    throw new Failure(
      `DATA_DIR: ${pointer} says that the database is in ${cluster}, which is not there; put it back, or remove that file to begin with an empty database.`,
    )
  }
  const owned = readFileSync(owner, 'utf8').trim()
  const here = realpathSync(dataDir)
  if (owned === here) return cluster
  if (existsSync(join(owned, 'postgres', 'location'))) {
    throw new Failure(
      `DATA_DIR: ${here} is a copy of ${owned}, and both name the same database; remove ${pointer} to begin with an empty one.`,
    )
  }
  // The data folder was moved, and its database now belongs to the new path.
  writeFileSync(owner, here)
  return cluster
}

/** @param {string} dataDir @param {string} pointer @param {import('./account.mjs').Account} account */
function placeElsewhere(dataDir, pointer, account) {
  const here = realpathSync(dataDir)
  const place = join(systemFolder(), createHash('sha256').update(here).digest('hex').slice(0, 16))
  // No file points to this place, so the data folder was deleted and created again. The latest such database is kept.
  if (existsSync(place)) {
    rmSync(`${place}.previous`, { recursive: true, force: true })
    renameSync(place, `${place}.previous`)
  }
  passageFolder(place, account)
  const cluster = join(place, 'cluster')
  writeFileSync(ownerFile(cluster), here)
  writeFileSync(pointer, `${cluster}\n`)
  return cluster
}

/** @param {string} cluster */
function ownerFile(cluster) {
  return join(dirname(cluster), 'owner')
}
