import pg from 'pg'
import { Failure } from '../failure.mjs'
import { print } from '../output.mjs'
import { archiveOf, setArchive } from '../postgres/archive.mjs'
import { writeMachineFile } from '../postgres/machine-file.mjs'
import { findPostmaster } from '../postgres/pidfile.mjs'
import { copyBase } from './base.mjs'
import { syncAll } from './copy.mjs'
import { openFolder, picturesIn, prune, readBases, removeDrafts } from './folder.mjs'
import { copyPictures, prunePictures } from './pictures.mjs'
import { megabytes } from './progress.mjs'

/**
 * Opens the folder and makes the running database archive its log there.
 * @param {{ cluster: string, to: string, account: import('../postgres/account.mjs').Account, url: string }} options
 * @returns {Promise<{ folder: string, release: () => void }>}
 */
export async function archiveOn({ cluster, to, account, url }) {
  const opened = await openFolder(to, await systemOf(url), account)
  const { folder } = opened
  const other = archiveOf(cluster)
  if (other === folder) return opened
  if (other !== undefined) print(`The log no longer goes to ${other}; what is there ends now.`)
  setArchive(cluster, folder, account)
  writeMachineFile(cluster, account)
  const running = findPostmaster(cluster)
  if (running !== undefined) process.kill(running.pid, 'SIGHUP')
  return opened
}

/**
 * Makes one copy of the database and the pictures.
 * @param {{ url: string, cluster: string, folder: string, storage: string, keep: number }} options
 */
export async function backUp({ url, cluster, folder, storage, keep }) {
  removeDrafts(folder)
  // Pictures are copied twice: before the database, to get those deleted meanwhile, and after it, to get new ones.
  let pictures = await copyPictures(storage, picturesIn(folder))
  const client = await connect(url)
  let base
  try {
    base = await copyBase({ client, cluster, folder })
  } finally {
    // The copy is complete; a connection that fails to close ends with the process.
    await client.end().catch(() => undefined)
  }
  pictures += await copyPictures(storage, picturesIn(folder))
  syncAll(folder)
  const removed = prune(folder, keep)
  const oldest = readBases(folder)[0]?.finishedAt
  const removedPictures = prunePictures(storage, folder, {
    now: new Date(),
    oldest: oldest === undefined ? undefined : new Date(oldest),
  })
  print(`Backup ${base.name} of ${base.finishedAt}: ${megabytes(base.bytes)}, ${pictures} new pictures, in ${folder}`)
  if (removed.bases > 0 || removedPictures > 0)
    print(
      `Removed: ${removed.bases} older copies, ${removed.logs} log files, ${removedPictures} pictures that no copy needs`,
    )
  print('The log follows by itself, each minute. SECRET_KEY is not in the backup: keep it elsewhere.')
}

/** PostgreSQL's system identifier of the cluster. @param {string} url @returns {Promise<string>} */
async function systemOf(url) {
  const client = await connect(url)
  try {
    const { rows } = await client.query(
      "select system_identifier::text as system, current_setting('archive_mode') as mode from pg_control_system()",
    )
    if (rows[0].mode !== 'on')
      throw new Failure(
        'The database runs without its log being copied: stop Incontro and start it again, then repeat.',
      )
    return rows[0].system
  } finally {
    await client.end()
  }
}

/** Connects to the database in which the role may make backups. @param {string} url */
async function connect(url) {
  const place = new URL(url)
  place.pathname = '/postgres'
  const client = new pg.Client({ connectionString: place.href, application_name: 'backup' })
  // A broken connection makes the running query fail, and that failure is reported.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
