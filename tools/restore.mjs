import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from './support/command.mjs'
import { Failure } from './support/failure.mjs'
import { ensureInstalled } from './support/install.mjs'
import { accountFor } from './postgres/account.mjs'
import { clusterBelow } from './postgres/location.mjs'
import { lockDataFolder } from './start/data-folder-lock.mjs'
import { readSettings } from './start/settings.mjs'

/*
 * npm run restore -- --from=PLACE [--at=TIME] [--database=NAME] [--into=FOLDER]: restores the databases and the pictures
 * from the place of `npm run backup`. The previous content of DATA_DIR is kept until the next restore.
 */

const usage = `npm run restore -- --from=PLACE                            the latest state that was copied
npm run restore -- --from=PLACE --at=2026-11-22T14:30:00Z  as it was then
npm run restore -- --from=PLACE --database=NAME            only the database of this pool, or default
--into=FOLDER is where databases other than that of DATA_DIR are restored, each in a folder of its name
PLACE is a folder or s3://BUCKET/FOLDER?endpoint=…`

await runCommand(async () => {
  const { from: named, at, database, into } = readArguments(process.argv.slice(2))
  const { databaseUrl, dataDir } = readSettings([], process.env)
  await ensureInstalled()
  // Imported here because they need the installed packages.
  const { openTarget } = await import('./backup/target.mjs')
  const { restore } = await import('./backup/restore.mjs')
  const from = await openTarget('--from', named)
  const held = await lockDataFolder(dataDir, accountFor(clusterBelow(dataDir)), 30_000)
  try {
    await restore({ dataDir, from, at, database, into, inPlace: databaseUrl === undefined })
  } finally {
    held.release()
  }
  return 0
})

/** @param {string[]} args */
function readArguments(args) {
  const text = /** @type {const} */ ({ type: 'string' })
  let values
  try {
    values = parseArgs({ args, options: { from: text, at: text, database: text, into: text } }).values
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
  const { from, at, database, into } = values
  if (!from) throw new Failure(`--from: which folder or bucket?\n${usage}`)
  // Without a zone, it would mean a different time on another machine.
  if (
    at !== undefined &&
    (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(at) || Number.isNaN(Date.parse(at)))
  )
    throw new Failure(`--at: "${at}" is not a time with its zone, like 2026-11-22T14:30:00Z.`)
  return {
    from,
    at: at === undefined ? undefined : new Date(at),
    database,
    into: into === undefined ? undefined : resolve(into),
  }
}
