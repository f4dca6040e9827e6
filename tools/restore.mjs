import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from './support/command.mjs'
import { Failure } from './support/failure.mjs'
import { ensureInstalled } from './support/install.mjs'
import { runOnDatabase } from './support/on-database.mjs'
import { printWarning } from './support/output.mjs'
import { requireOwner } from './support/owner.mjs'
import { root } from './support/paths.mjs'
import { loadSettings, requireDatabaseChosen } from './support/settings-file.mjs'
import { accountFor } from './postgres/account.mjs'
import { clusterBelow, locate } from './postgres/location.mjs'
import { lockDataFolder } from './start/data-folder-lock.mjs'
import { readSettings } from './start/settings.mjs'

/*
 * npm run restore -- --from=PLACE [--at=TIME]: restores the embedded database and the pictures from the place of
 * `npm run backup`. The previous database is kept until the next restore.
 * npm run restore -- check: proves a restored database, also one of your own.
 */

const usage = `npm run restore -- --from=PLACE                            the latest state that was copied
npm run restore -- --from=PLACE --at=2026-11-22T14:30:00Z  as it was then
npm run restore -- --from=PLACE --at=gap                   the latest state before a missing part of the log
npm run restore -- --from=PLACE --pictures                 only the pictures that are missing
npm run restore -- check [--all-files]                     proves the database, and that its files are there
PLACE is a folder or s3://BUCKET/FOLDER?endpoint=…`

await runCommand(async () => {
  loadSettings()
  const [first, ...rest] = process.argv.slice(2)
  if (first === 'check') return await check(rest)
  const { from: named, at, upToGap, pictures } = readArguments(process.argv.slice(2))
  requireDatabaseChosen(process.env)
  const { databaseUrl, dataDir } = readSettings([], process.env)
  if (databaseUrl !== undefined && !pictures)
    throw new Failure(
      'DATABASE_URL: a PostgreSQL of your own is restored with the tool that backed it up (docs/backups.md); --pictures restores the pictures.',
    )
  if (!pictures || !process.env['STORAGE_URL']) requireOwner(dataDir)
  await ensureInstalled()
  // Imported here because they need the installed packages.
  const { openTarget } = await import('./backup/target.mjs')
  const from = await openTarget('--from', named)
  const { ownStorage, restorePictures } = await import('./backup/pictures.mjs')
  if (pictures) {
    await restorePictures(from, await ownStorage(dataDir))
    return 0
  }
  const { restore } = await import('./backup/restore.mjs')
  const held = await lockDataFolder(dataDir, accountFor(clusterBelow(dataDir)), 30_000)
  try {
    await restore({ dataDir, from, at, upToGap })
  } finally {
    held.release()
  }
  return 0
})

/** @param {string[]} args */
async function check(args) {
  const code = await runOnDatabase(join(root, 'server/src/commands/restore-check.ts'), args)
  const { databaseUrl, dataDir } = readSettings([], process.env)
  if (databaseUrl !== undefined || code > 1) return code
  const { noteCheck } = await import('./backup/upkeep.mjs')
  try {
    await noteCheck(locate(dataDir).home, code === 0)
  } catch (error) {
    printWarning(
      `The console of the installation won't say that this was checked: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return code
}

/** @param {string[]} args */
function readArguments(args) {
  const [text, flag] = /** @type {const} */ ([{ type: 'string' }, { type: 'boolean' }])
  let values
  try {
    values = parseArgs({ args, options: { from: text, at: text, pictures: flag } }).values
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
  const { from, at, pictures = false } = values
  if (!from) throw new Failure(`--from: which folder or bucket?\n${usage}`)
  const upToGap = at === 'gap'
  if (at === undefined || upToGap) return { from, at: undefined, upToGap, pictures }
  // Without a zone, it would mean a different time on another machine.
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(at) || Number.isNaN(Date.parse(at)))
    throw new Failure(`--at: "${at}" is not a time with its zone, like 2026-11-22T14:30:00Z.`)
  return { from, at: new Date(at), upToGap, pictures }
}
