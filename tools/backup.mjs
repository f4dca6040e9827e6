import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from './support/command.mjs'
import { Failure } from './support/failure.mjs'
import { lock } from './support/file-lock.mjs'
import { ensureInstalled } from './support/install.mjs'
import { print } from './support/output.mjs'
import { startPostgres } from './postgres.mjs'
import { accountFor } from './postgres/account.mjs'
import { locate } from './postgres/location.mjs'
import { prepareDataFolder } from './support/data-folder.mjs'
import { isDataFolderLocked } from './start/data-folder-lock.mjs'
import { readSettings } from './start/settings.mjs'

/*
 * npm run backup -- --to=PLACE [--keep=N]: copies all databases and the pictures, and starts copying the log there.
 * npm run backup -- --to=PLACE [--pictures] [--log]: copies only new pictures, only the log, or both.
 * npm run backup -- --to=PLACE --list: prints the backups.
 */

const usage = `npm run backup -- --to=PLACE [--keep=N]       databases, pictures and log; keeps the newest N backups, 7
npm run backup -- --to=PLACE --pictures --log   only what is new of the pictures and the log: quick, for every minute
npm run backup -- --to=PLACE --list             which backups there are
PLACE is a folder or s3://BUCKET/FOLDER?endpoint=…`

await runCommand(async () => {
  const { to, keep, pictures, log, list } = readArguments(process.argv.slice(2))
  const { databaseUrl, dataDir } = readSettings([], process.env)
  await ensureInstalled()
  // Imported here because they need the installed packages.
  const { claimTarget, openTarget, prepareFolder } = await import('./backup/target.mjs')
  const { copyPictures, ownStorage } = await import('./backup/pictures.mjs')
  const target = await openTarget('--to', to)
  if (list) return await printBackups(target)
  const storage = await ownStorage(dataDir)
  if (pictures) print(`${await copyPictures(storage, target.part('pictures'))} pictures copied`)
  if (pictures && !log) return 0
  const { archiveTo, backUp, copyLogs } = await import('./backup/back-up.mjs')
  const { serversOf } = await import('./backup/databases.mjs')
  if (databaseUrl !== undefined) prepareDataFolder(dataDir, undefined)
  const database = databaseUrl === undefined ? await startPostgres({ dataDir }) : undefined
  try {
    const servers = await serversOf({ url: databaseUrl ?? database?.url ?? '', embedded: database !== undefined })
    const archive = target.folder !== undefined && database ? join(target.folder, 'databases/default') : undefined
    if (log) {
      await locked(dataDir, 'backup-log.lock', 1000, () => copyLogs(servers, target, archive))
      return 0
    }
    return await locked(dataDir, 'backup.lock', 1000, async () => {
      const { cluster } = locate(dataDir)
      const account = accountFor(cluster)
      if (target.folder !== undefined) prepareFolder(target.folder, account, archive && 'default')
      await claimTarget(target, servers[0]?.system ?? '')
      if (database) archiveTo({ cluster, folder: archive, account })
      /** @type {<T>(work: () => Promise<T>) => Promise<T>} */
      const whileLocked = (work) => locked(dataDir, 'backup-log.lock', 600_000, work)
      await backUp({ servers, target, archive, storage, keep, whileLocked })
      return 0
    })
  } finally {
    if (database !== undefined && !database.adopted && !isDataFolderLocked(dataDir)) await database.stop()
  }
})

/**
 * @template T
 * @param {string} dataDir @param {string} name @param {number} timeoutMs @param {() => Promise<T>} work
 */
async function locked(dataDir, name, timeoutMs, work) {
  const held = await lock(join(dataDir, name), timeoutMs)
  if ('holder' in held) throw new Failure(`DATA_DIR: process ${held.holder.pid} makes a backup just now.`)
  try {
    return await work()
  } finally {
    held.release()
  }
}

/** @param {import('./backup/target.mjs').Target} target */
async function printBackups(target) {
  const { readBackups } = await import('./backup/backups.mjs')
  const { megabytes } = await import('./backup/progress.mjs')
  const backups = await readBackups(target)
  for (const { name, finishedAt, databases } of backups) {
    const sizes = databases.map((one) => `${one.name} (${megabytes(one.bytes)})`)
    print(`${name}  from ${finishedAt}: ${sizes.join(', ')}`)
  }
  if (backups.length === 0) print(`${target.place} has no backup that is whole.`)
  return 0
}

/** @param {string[]} args */
function readArguments(args) {
  const [text, flag] = /** @type {const} */ ([{ type: 'string' }, { type: 'boolean' }])
  let values
  try {
    values = parseArgs({ args, options: { to: text, keep: text, pictures: flag, log: flag, list: flag } }).values
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
  const { to, keep = '7', pictures = false, log = false, list = false } = values
  if (!to) throw new Failure(`--to: which folder or bucket?\n${usage}`)
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new Failure(`--keep: "${keep}" is not a number from 1.`)
  return { to, keep: Number(keep), pictures, log, list }
}
