import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Failure } from '../failure.mjs'
import { isRoot } from '../postgres/account.mjs'
import { withProgress } from '../output.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * The browser of the machine, which apt brings when there is none. CHROMIUM names another one.
 * @returns {Promise<string>} path of the program
 * @throws {Failure} when there is none and it cannot be brought
 */
export async function ensureChromium() {
  const given = process.env['CHROMIUM']
  if (given) {
    if (existsSync(given)) return given
    throw new Failure(`CHROMIUM: there is no ${given}.`)
  }
  const found = find()
  if (found !== undefined) return found
  if (!isRoot() || !has('apt-get')) {
    throw new Failure(
      'The browser tests need Chromium: install it (apt-get install chromium), or set CHROMIUM to a Chrome.',
    )
  }
  await withProgress('Installing Chromium', async () => {
    apt(['update'])
    apt(['install', '-y', '--no-install-recommends', 'chromium'])
  })
  const brought = find()
  if (brought === undefined) throw new Failure('apt-get installed Chromium, but it is not in PATH.')
  return brought
}

/** @returns {string | undefined} */
function find() {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

/** @param {string} program */
function has(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
}

/** @param {string[]} args */
function apt(args) {
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    // Somebody else's apt may hold the lock for a while.
    execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-q', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      maxBuffer: 50_000_000,
    })
  } catch (error) {
    throw new Failure(`The browser tests need Chromium, and apt-get ${args[0]} failed.`, { cause: error })
  }
}
