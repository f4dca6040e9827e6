import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Failure } from './failure.mjs'
import { root } from './paths.mjs'

/** The file of settings of a real installation, which `npm run setup` writes. */
export const settingsFile = () => resolve(root, process.env['SETTINGS_FILE'] || join(root, 'incontro.env'))

/**
 * Adds the settings of the installation's file to the environment, which wins. `npm start`, the demo, never reads it.
 * @throws {Failure} if SETTINGS_FILE names none
 */
export function loadSettings() {
  const file = settingsFile()
  if (!existsSync(file)) {
    if (process.env['SETTINGS_FILE']) throw new Failure(`SETTINGS_FILE: there is no ${file}.`)
    return
  }
  try {
    process.loadEnvFile(file)
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    throw new Failure(`The settings in ${file} cannot be read (${code}): run this as the user whose they are.`)
  }
}
