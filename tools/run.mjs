import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { runCommand } from './support/command.mjs'
import { Failure } from './support/failure.mjs'
import { ensureInstalled } from './support/install.mjs'
import { runOnDatabase } from './support/on-database.mjs'
import { root } from './support/paths.mjs'
import { runProgram } from './support/program.mjs'
import { loadSettings } from './support/settings-file.mjs'

/*
 * node tools/run.mjs FILE ARGS…: runs one of our programs on the database of the data folder, and starts the database
 * if it is not running. node tools/run.mjs --without-database FILE ARGS…: runs one that needs none, as before there are
 * settings.
 */
await runCommand(async () => {
  loadSettings()
  const given = process.argv.slice(2)
  const isAlone = given[0] === '--without-database'
  const [file, ...args] = isAlone ? given.slice(1) : given
  if (file === undefined || !existsSync(resolve(root, file)))
    throw new Failure(`Which program? node tools/run.mjs FILE ARGUMENTS, with a file below ${root}.`)
  if (!isAlone) return await runOnDatabase(resolve(root, file), args)
  await ensureInstalled()
  return await runProgram(resolve(root, file), args, {})
})
