import pg from 'pg'
import { syncAll } from './disk.mjs'
import { Failure } from '../support/failure.mjs'
import { print } from '../support/output.mjs'
import { prune, writeBackup } from './backups.mjs'
import { copyCluster } from './base.mjs'
import { backUpPictures, prunePictures, reportDiffering } from './pictures.mjs'
import { megabytes } from './progress.mjs'
import { sweepTarget } from './target.mjs'

/**
 * Makes one backup of the embedded database and the pictures. A picture whose copy differs is named.
 * @param {{ client: pg.Client, cluster: string, target: import('./target.mjs').Target,
 *   storage: import('./target.mjs').Storage, keep: number }} options
 * @returns {Promise<boolean>} whether every picture is in it as it is here
 */
export async function backUp({ client, cluster, target, storage, keep }) {
  const name = `${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}Z`
  await prune(target, Infinity)
  const pictures = target.part('pictures')
  // Pictures are copied twice: before the database, to get those deleted meanwhile, and after it, to get new ones.
  const before = await backUpPictures(storage, pictures)
  const backup = await copyCluster({ client, cluster, target, name }).catch(async (error) => {
    // The half of a copy would keep the place full into which the log goes. What is not removed now, the next run removes.
    await prune(target, Infinity).catch(() => undefined)
    throw error
  })
  const after = await backUpPictures(storage, pictures)
  if (target.folder !== undefined) syncAll(target.folder)
  await writeBackup(target, backup)
  if (target.folder !== undefined) syncAll(target.folder)
  const { backups, logs, kept } = await prune(target, keep)
  await sweepTarget(target)
  const removedPictures = await prunePictures(storage, target, { now: new Date(), oldest: oldestOf(kept, new Date()) })
  print(
    `Backup ${name} of ${backup.finishedAt}: ${megabytes(backup.bytes)}, ${before.copied + after.copied} new pictures, in ${target.place}`,
  )
  if (backups > 0 || removedPictures > 0)
    print(`Removed: ${backups} older backups, ${logs} log files, ${removedPictures} pictures that no backup needs`)
  print(
    target.folder === undefined
      ? 'Run it with --log each minute, so that the log follows. SECRET_KEY is not in the backup: keep it elsewhere.'
      : 'The log follows by itself, each minute. SECRET_KEY is not in the backup: keep it elsewhere.',
  )
  reportDiffering(after.differing)
  return after.differing.length === 0
}

/**
 * The earliest time that can be restored; undefined if a clock was ahead, as it is then unknown.
 * @param {readonly import('./backups.mjs').Backup[]} backups @param {Date} now
 */
function oldestOf(backups, now) {
  const times = backups.map(({ finishedAt }) => new Date(finishedAt).getTime())
  return times.some((time) => time > now.getTime()) ? undefined : new Date(Math.min(...times))
}

/**
 * Connects to the database in which our role may make backups.
 * @template T
 * @param {string} url of the embedded database @param {(client: pg.Client) => Promise<T>} work
 */
export async function connected(url, work) {
  const address = new URL(url)
  address.pathname = '/postgres'
  const client = new pg.Client({ connectionString: address.href, application_name: 'backup' })
  /** @type {Error | undefined} */
  let broken
  client.on('error', (error) => (broken = error))
  await client.connect()
  try {
    return await work(client)
  } catch (error) {
    if (broken === undefined) throw error
    throw new Failure(`The database ended during the backup (${broken.message}): run it again.`, { cause: error })
  } finally {
    // What was asked is answered; a connection that fails to close ends with the process.
    await client.end().catch(() => undefined)
  }
}
