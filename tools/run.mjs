import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { runCommand } from './support/command.mjs'
import { Failure } from './support/failure.mjs'
import { ensureInstalled } from './support/install.mjs'
import { root } from './support/paths.mjs'
import { startPostgres } from './postgres.mjs'
import { runProgram } from './support/program.mjs'
import { isDataFolderLocked } from './start/data-folder-lock.mjs'
import { readSettings } from './start/settings.mjs'
import { ensureSecret } from './start/secret.mjs'

/*
 * node tools/run.mjs FILE ARGS…: runs one of our programs on the database of the data folder, and starts the database
 * if it is not running.
 */
await runCommand(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (file === undefined || !existsSync(resolve(root, file)))
    throw new Failure(`Which program? node tools/run.mjs FILE ARGUMENTS, with a file below ${root}.`)
  const { databaseUrl, dataDir, port, host } = readSettings([], process.env)
  await ensureInstalled()
  const database = databaseUrl === undefined ? await startPostgres({ dataDir }) : undefined
  try {
    const env = {
      MODE: process.env['MODE'] || 'demo',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: host,
      DATABASE_URL: databaseUrl ?? database?.url ?? '',
      SECRET_KEY: ensureSecret(dataDir, process.env['SECRET_KEY']),
    }
    return await runProgram(resolve(root, file), args, env)
  } finally {
    // A launcher that started in the meantime has adopted the database.
    if (database !== undefined && !database.adopted && !isDataFolderLocked(dataDir)) await database.stop()
  }
})
