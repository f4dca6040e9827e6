import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { runCommand } from './support/command.mjs'
import { Failure } from './support/failure.mjs'
import { runOnDatabase } from './support/on-database.mjs'
import { root } from './support/paths.mjs'
import { loadSettings } from './support/settings-file.mjs'

/*
 * node tools/run.mjs FILE ARGS…: runs one of our programs on the database of the data folder, and starts the database
 * if it is not running.
 */
await runCommand(async () => {
  loadSettings()
  const [file, ...args] = process.argv.slice(2)
  if (file === undefined || !existsSync(resolve(root, file)))
    throw new Failure(`Which program? node tools/run.mjs FILE ARGUMENTS, with a file below ${root}.`)
  return await runOnDatabase(resolve(root, file), args)
})
