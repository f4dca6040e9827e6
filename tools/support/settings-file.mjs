import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Failure } from './failure.mjs'
import { isRelease, root } from './paths.mjs'

/** The file of settings of a real installation, which `npm run setup` writes. */
export const settingsFile = () => resolve(root, process.env['SETTINGS_FILE'] || join(root, 'incontro.env'))

/**
 * Adds the settings of the installation's file to the environment, which wins. `npm start`, the demo, never reads it.
 * @throws {Failure} if SETTINGS_FILE names none, or for a line that not all read alike
 */
export function loadSettings() {
  const file = settingsFile()
  if (!existsSync(file)) {
    if (process.env['SETTINGS_FILE']) throw new Failure(`SETTINGS_FILE: there is no ${file}.`)
    return
  }
  try {
    requireOneReading(file, readFileSync(file, 'utf8'))
    process.loadEnvFile(file)
  } catch (error) {
    if (error instanceof Failure) throw error
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    throw new Failure(`The settings in ${file} cannot be read (${code}): run this as the user whose they are.`)
  }
}

/**
 * Refuses to make the database of a demo where an installation runs: a command without its settings would find nothing in
 * it, and back up nothing.
 * @param {NodeJS.ProcessEnv} env @param {boolean} [release] whether this is one, in which there is no demo
 * @throws {Failure}
 */
export function requireDatabaseChosen(env, release = isRelease()) {
  if (!release || env['DATABASE_URL']) return
  const file = settingsFile()
  if (existsSync(file)) throw new Failure(`DATABASE_URL is not set: ${file} has no such setting. Is it spelt so there?`)
  throw new Failure(
    `DATABASE_URL is not set: name the file with the settings, as in SETTINGS_FILE=/etc/incontro/incontro.env npm run …; without it, ${file} is read. DATABASE_URL=embedded is the database in DATA_DIR.`,
  )
}

/** The same for Node, systemd and Docker Compose: as it stands, or in quotes that nothing in it can end. */
const read = /^([^#$'"`\\]*|'[^']*'|"[^"$`\\]*")$/

/**
 * Node, systemd and Docker Compose read the file, each by its own rules: of an unquoted # the one keeps the rest and
 * the other cuts it off, so that a command would have another SECRET_KEY than the server. A value in quotes may go over
 * several lines, as a certificate does.
 * @param {string} file @param {string} text
 * @throws {Failure} naming the line, without its value
 */
export function requireOneReading(file, text) {
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at += 1) {
    const [, exported, name, begun = ''] = /^\s*(export\s+)?(\w+)\s*=\s*(.*?)\s*$/.exec(lines[at] ?? '') ?? []
    if (name === undefined) continue
    const line = at + 1
    if (exported !== undefined)
      throw new Failure(`${file}, line ${line}: write ${name}=… without “export”, which systemd does not read.`)
    let value = begun
    const [quote = ''] = value
    if (/['"]/.test(quote))
      while ((value.length === 1 || !value.endsWith(quote)) && at + 1 < lines.length)
        value = `${value}\n${lines[(at += 1)] ?? ''}`.trimEnd()
    if (!read.test(value))
      throw new Failure(
        `${file}, line ${line}: ${name} has one of # $ \\ \` or a quote in it, which not every program reads alike. Put the value into single quotes, as in ${name}='…', and comments into lines of their own.`,
      )
  }
}
