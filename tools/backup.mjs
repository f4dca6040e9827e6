import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { copyPictures } from './backup/pictures.mjs'
import { runCommand } from './command.mjs'
import { Failure } from './failure.mjs'
import { ensureInstalled } from './install.mjs'
import { print, printWarning } from './output.mjs'
import { startPostgres } from './postgres.mjs'
import { accountFor } from './postgres/account.mjs'
import { locate } from './postgres/location.mjs'
import { isDataFolderLocked } from './start/data-folder-lock.mjs'
import { readSettings } from './start/settings.mjs'

/*
 * npm run backup -- --to=FOLDER [--keep=N]: copies the database and the pictures, and starts archiving the log there.
 * npm run backup -- --to=FOLDER --pictures: copies only new pictures.
 */

const usage = `npm run backup -- --to=FOLDER [--keep=N]   database, pictures and log; keeps the newest N copies, 7
npm run backup -- --to=FOLDER --pictures   only pictures that are new: quick, for every minute`

const notCopied =
  'the pictures are in a bucket, which a backup does not contain: copy them with npm run storage:copy -- --to=FOLDER.'

await runCommand(async () => {
  const { to, keep, pictures } = readArguments(process.argv.slice(2))
  const { databaseUrl, dataDir } = readSettings([], process.env)
  const inBucket = Boolean(process.env['STORAGE_URL'])
  if (pictures) {
    if (inBucket) throw new Failure(`STORAGE_URL: ${notCopied}`)
    const copied = await copyPictures(`${dataDir}/storage`, resolve(to, 'pictures'))
    print(`${copied} pictures copied`)
    return 0
  }
  if (databaseUrl !== undefined)
    throw new Failure(
      'DATABASE_URL: a PostgreSQL of your own is copied with its own means (pg_basebackup and archive_command); --pictures copies the pictures.',
    )
  if (process.env['DATABASES'])
    print('DATABASES: those databases are copied with their own means, not by this command.')
  await ensureInstalled()
  // Imported here because it needs the installed packages.
  const { archiveOn, backUp } = await import('./backup/back-up.mjs')
  const { cluster } = locate(dataDir)
  const database = await startPostgres({ dataDir })
  try {
    const account = accountFor(cluster)
    const { folder, release } = await archiveOn({ cluster, to, account, url: database.url })
    try {
      if (inBucket) printWarning(`STORAGE_URL: ${notCopied}`)
      await backUp({ url: database.url, cluster, folder, storage: `${dataDir}/storage`, keep })
    } finally {
      release()
    }
  } finally {
    if (!database.adopted && !isDataFolderLocked(dataDir)) await database.stop()
  }
  return 0
})

/** @param {string[]} args */
function readArguments(args) {
  const text = /** @type {const} */ ({ type: 'string' })
  let values
  try {
    values = parseArgs({ args, options: { to: text, keep: text, pictures: { type: 'boolean' } } }).values
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
  const { to, keep = '7', pictures = false } = values
  if (!to) throw new Failure(`--to: which folder?\n${usage}`)
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new Failure(`--keep: "${keep}" is not a number from 1.`)
  return { to, keep: Number(keep), pictures }
}
