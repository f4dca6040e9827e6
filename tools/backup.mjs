import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from './support/command.mjs'
import { Failure } from './support/failure.mjs'
import { lock } from './support/file-lock.mjs'
import { ensureInstalled } from './support/install.mjs'
import { print, printWarning } from './support/output.mjs'
import { loadSettings, requireDatabaseChosen } from './support/settings-file.mjs'
import { startPostgres } from './postgres.mjs'
import { accountFor } from './postgres/account.mjs'
import { locate, restoredCluster } from './postgres/location.mjs'
import { isDataFolderLocked } from './start/data-folder-lock.mjs'
import { readSettings } from './start/settings.mjs'

/*
 * npm run backup -- --to=PLACE [--keep=N]: copies the embedded database and the pictures, and starts copying the log
 * there. npm run backup -- --to=PLACE [--pictures] [--log]: copies only new pictures, only the log, or both. npm run
 * backup -- --to=PLACE --pictures --keep-days=N: with a PostgreSQL of one's own, also removes copies of pictures that
 * were deleted. npm run backup -- --to=PLACE --list: prints the backups. npm run backup -- --note=backup|restore: a
 * tool of the operator's own has made a backup, or a restore was proved.
 */

const usage = `npm run backup -- --to=PLACE [--keep=N]       database, pictures and log; keeps the newest N backups, 7
npm run backup -- --to=PLACE --pictures --log   only what is new of the pictures and the log: quick, for every minute
npm run backup -- --to=PLACE --pictures --keep-days=N   also removes copies of what was deleted N days ago (DATABASE_URL)
npm run backup -- --to=PLACE --list             which backups there are
npm run backup -- --note=backup                 a tool of your own has backed up DATABASE_URL: the console shows it
npm run backup -- --note=restore                a restore of DATABASE_URL was proved on another server
PLACE is a folder or s3://BUCKET/FOLDER?endpoint=…`

await runCommand(async () => {
  loadSettings()
  const { to, keep, keepDays, pictures, log, list, note } = readArguments(process.argv.slice(2))
  requireDatabaseChosen(process.env)
  const { databaseUrl, dataDir } = readSettings([], process.env)
  await ensureInstalled()
  const { lastCheck, noteUpkeep } = await import('./backup/upkeep.mjs')
  if (note !== undefined) {
    if (databaseUrl === undefined)
      throw new Failure('--note: what is done with the embedded database is noted by itself.')
    await noteUpkeep(databaseUrl, { [note === 'backup' ? 'backup' : 'restore_proved']: new Date() })
    print(`Noted: the console shows when ${note === 'backup' ? 'a backup was made' : 'a restore was proved'}`)
    return 0
  }
  // Imported here because they need the installed packages.
  const { claimTarget, openTarget, prepareFolder, sweepTarget } = await import('./backup/target.mjs')
  const { backUpPictures, ownStorage, prunePictures, reportDiffering } = await import('./backup/pictures.mjs')
  const target = await openTarget('--to', to)
  if (list) return await printBackups(target)
  if (databaseUrl !== undefined && (log || !pictures))
    throw new Failure(
      'DATABASE_URL: a PostgreSQL of your own is backed up with a tool of its own (docs/backups.md); --pictures copies the pictures.',
    )
  if (keepDays !== undefined && (databaseUrl === undefined || !pictures))
    throw new Failure(
      '--keep-days: goes with --pictures and a PostgreSQL of your own; else pictures go with the backups that need them.',
    )
  const storage = await ownStorage(dataDir)
  let areWhole = true
  if (pictures) {
    const { copied, differing } = await backUpPictures(storage, target.part('pictures'))
    print(`${copied} pictures copied`)
    reportDiffering(differing)
    areWhole = differing.length === 0
    if (keepDays !== undefined) {
      const now = new Date()
      const oldest = new Date(now.getTime() - keepDays * 86_400_000)
      print(`${await prunePictures(storage, target, { now, oldest })} removed that were deleted before`)
      await sweepTarget(target)
    }
    if (!log) return areWhole ? 0 : 1
  }
  if (process.env['DATABASES'])
    printWarning('DATABASES: these are not in it; back them up with a tool of their own (docs/backups.md).')
  const { cluster } = locate(dataDir)
  if (!existsSync(cluster) && !existsSync(restoredCluster(cluster)))
    throw new Failure(
      `DATA_DIR: there is no database in ${dataDir}; if it is another installation that you mean, name its settings with SETTINGS_FILE.`,
    )
  const { backUp, connected } = await import('./backup/back-up.mjs')
  const { archiveTo, copyLog } = await import('./backup/log.mjs')
  const database = await startPostgres({ dataDir })
  try {
    return await locked(join(dataDir, log ? 'backup-log.lock' : 'backup.lock'), () =>
      connected(database.url, async (client) => {
        if (log) {
          await copyLog(client, cluster, target)
          // A folder gets the log by itself.
          await noteUpkeep(database.url, {
            ...(await lastCheck(target)),
            ...(target.folder === undefined && { log: new Date() }),
          })
          print('The log is copied')
          return areWhole ? 0 : 1
        }
        const account = accountFor(cluster)
        if (target.folder !== undefined) prepareFolder(target.folder, account)
        const { rows } = await client.query('select system_identifier::text as system from pg_control_system()')
        await claimTarget(target, rows[0].system)
        await archiveTo(client, cluster, account, target)
        areWhole = await backUp({ client, cluster, target, storage, keep })
        const now = new Date()
        await noteUpkeep(database.url, {
          ...(await lastCheck(target)),
          backup: now,
          log: target.folder === undefined ? now : null,
        })
        return areWhole ? 0 : 1
      }),
    )
  } finally {
    if (!database.adopted && !isDataFolderLocked(dataDir)) await database.stop()
  }
})

/**
 * @template T
 * @param {string} file @param {() => Promise<T>} work
 */
async function locked(file, work) {
  const held = await lock(file, 1000)
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
  const backups = await readBackups(target, ({ message }) => printWarning(message))
  for (const { name, finishedAt, bytes } of backups) print(`${name}  from ${finishedAt}: ${megabytes(bytes)}`)
  if (backups.length === 0) print(`${target.place} has no backup that is whole.`)
  return 0
}

/** @param {string[]} args */
function readArguments(args) {
  const [text, flag] = /** @type {const} */ ([{ type: 'string' }, { type: 'boolean' }])
  let values
  try {
    const options = { to: text, keep: text, 'keep-days': text, pictures: flag, log: flag, list: flag, note: text }
    values = parseArgs({ args, options }).values
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
  const { to = '', keep = '7', 'keep-days': keepDays, pictures = false, log = false, list = false, note } = values
  if (note !== undefined && note !== 'backup' && note !== 'restore')
    throw new Failure(`--note: "${note}" is neither backup nor restore.`)
  if (!to && note === undefined) throw new Failure(`--to: which folder or bucket?\n${usage}`)
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new Failure(`--keep: "${keep}" is not a number from 1.`)
  if (keepDays !== undefined && !/^[1-9]\d{0,4}$/.test(keepDays))
    throw new Failure(`--keep-days: "${keepDays}" is not a number from 1.`)
  return {
    to,
    keep: Number(keep),
    keepDays: keepDays === undefined ? undefined : Number(keepDays),
    pictures,
    log,
    list,
    note,
  }
}
