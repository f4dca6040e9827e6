import { existsSync } from 'node:fs'
import { startPostgres } from '../postgres.mjs'
import { isDataFolderLocked } from '../start/data-folder-lock.mjs'
import { ensureSecret } from '../start/secret.mjs'
import { readSettings } from '../start/settings.mjs'
import { ensureInstalled } from './install.mjs'
import { runProgram } from './program.mjs'
import { requireDatabaseChosen, settingsFile } from './settings-file.mjs'

/**
 * Runs one of our programs on the database of the data folder, and starts the database if it is not running.
 * @param {string} file absolute @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function runOnDatabase(file, args) {
  requireDatabaseChosen(process.env)
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
      ...(existsSync(settingsFile()) && { SETTINGS_FILE: settingsFile() }),
    }
    return await runProgram(file, args, env)
  } finally {
    // A launcher that started in the meantime has adopted the database.
    if (database !== undefined && !database.adopted && !isDataFolderLocked(dataDir)) await database.stop()
  }
}
