import { print } from '../support/output.mjs'
import { archiveOf, clearArchive, setArchive } from '../postgres/archive.mjs'
import { writeMachineFile } from '../postgres/machine-file.mjs'
import { findPostmaster } from '../postgres/pidfile.mjs'
import { prune, writeBackup } from './backups.mjs'
import { copyDatabase } from './base.mjs'
import { syncAll } from './disk.mjs'
import { copyLog, keepLog, releaseLog } from './log.mjs'
import { copyPictures, prunePictures } from './pictures.mjs'
import { megabytes } from './progress.mjs'

/** @typedef {import('./databases.mjs').Server} Server */

/**
 * Makes the running embedded database archive its log in a folder, or stop archiving.
 * @param {{ cluster: string, folder: string | undefined, account: import('../postgres/account.mjs').Account }} options
 */
export function archiveTo({ cluster, folder, account }) {
  const other = archiveOf(cluster)
  if (other === folder) return
  if (other !== undefined) print(`The log no longer goes to ${other}; what is there ends now.`)
  if (folder === undefined) clearArchive(cluster)
  else setArchive(cluster, folder, account)
  writeMachineFile(cluster, account)
  const running = findPostmaster(cluster)
  if (running !== undefined) process.kill(running.pid, 'SIGHUP')
}

/**
 * Makes one backup of all databases and the pictures.
 * @param {{ servers: readonly Server[], target: import('./target.mjs').Target, archive: string | undefined,
 *   storage: import('./target.mjs').Storage, keep: number,
 *   whileLocked: <T>(work: () => Promise<T>) => Promise<T> }} options `archive`: where the embedded database archives
 *   its log by itself; `whileLocked`: nothing else receives the log meanwhile
 */
export async function backUp({ servers, target, archive, storage, keep, whileLocked }) {
  const time = `${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}Z`
  await prune(target, Infinity)
  const pictures = target.part('pictures')
  // Pictures are copied twice: before the databases, to get those deleted meanwhile, and after them, to get new ones.
  let copied = await copyPictures(storage, pictures)
  const databases = []
  for (const server of servers) {
    const archives = server.embedded ? archive : undefined
    if (archives === undefined) await keepLog(server)
    else await releaseLog(server)
    const options = { server, databases: target.part('databases'), time, archive: archives, whileLocked }
    databases.push(await copyDatabase(options))
  }
  copied += await copyPictures(storage, pictures)
  if (target.folder !== undefined) syncAll(target.folder)
  const finishedAt =
    databases
      .map((one) => one.finishedAt)
      .sort()
      .at(-1) ?? new Date().toISOString()
  await writeBackup(target, { name: time, finishedAt, databases })
  if (target.folder !== undefined) syncAll(target.folder)
  const { backups, logs, oldest } = await prune(target, keep)
  const removedPictures = await prunePictures(storage, target, {
    now: new Date(),
    oldest: oldest && new Date(Math.min(...oldest.databases.map((one) => Date.parse(one.finishedAt)))),
  })
  const bytes = databases.reduce((sum, one) => sum + one.bytes, 0)
  const names = databases.map(({ name }) => name).join(', ')
  print(`Backup ${time} of ${finishedAt}: ${names}, ${megabytes(bytes)}, ${copied} new pictures, in ${target.place}`)
  if (backups > 0 || removedPictures > 0)
    print(`Removed: ${backups} older backups, ${logs} log files, ${removedPictures} pictures that no backup needs`)
  print(
    servers.every(({ embedded }) => embedded && archive !== undefined)
      ? 'The log follows by itself, each minute. SECRET_KEY is not in the backup: keep it elsewhere.'
      : 'Run it with --log each minute, so that the log follows. SECRET_KEY is not in the backup: keep it elsewhere.',
  )
}

/**
 * Copies what was added to the log of the databases that do not archive it by themselves. One that is away does not
 * keep the others from being copied.
 * @param {readonly Server[]} servers @param {import('./target.mjs').Target} target @param {string | undefined} archive
 * @throws the first error, after the others were copied
 */
export async function copyLogs(servers, target, archive) {
  /** @type {unknown[]} */
  const failures = []
  for (const server of servers) {
    if (server.embedded && archive !== undefined) continue
    try {
      print(`Database ${server.name}: ${await copyLog(target.part('databases'), server)} log files copied`)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
