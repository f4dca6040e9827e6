import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from './command.mjs'
import { Failure } from './failure.mjs'
import { ensureInstalled } from './install.mjs'
import { accountFor } from './postgres/account.mjs'
import { clusterBelow } from './postgres/location.mjs'
import { lockDataFolder } from './start/data-folder-lock.mjs'
import { readSettings } from './start/settings.mjs'

/*
 * npm run restore -- --from=FOLDER [--at=TIME]: restores the database and the pictures from the folder of `npm run
 * backup`. The previous content of DATA_DIR is kept until the next restore.
 */

const usage = `npm run restore -- --from=FOLDER                            the latest state that was copied
npm run restore -- --from=FOLDER --at=2026-11-22T14:30:00Z  as it was then`

await runCommand(async () => {
  const { from, at } = readArguments(process.argv.slice(2))
  const { databaseUrl, dataDir } = readSettings([], process.env)
  if (databaseUrl !== undefined)
    throw new Failure(
      'DATABASE_URL: a PostgreSQL of your own is restored with its own means; unset it to restore here.',
    )
  await ensureInstalled()
  // Imported here because it needs the installed packages.
  const { restore } = await import('./backup/restore.mjs')
  const held = await lockDataFolder(dataDir, accountFor(clusterBelow(dataDir)), 30_000)
  try {
    await restore({ dataDir, from, at })
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
    values = parseArgs({ args, options: { from: text, at: text } }).values
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
  const { from, at } = values
  if (!from) throw new Failure(`--from: which folder?\n${usage}`)
  // Without a zone, it would mean a different time on another machine.
  if (
    at !== undefined &&
    (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/.test(at) || Number.isNaN(Date.parse(at)))
  )
    throw new Failure(`--at: "${at}" is not a time with its zone, like 2026-11-22T14:30:00Z.`)
  return { from: resolve(from), at: at === undefined ? undefined : new Date(at) }
}
