import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.mjs'
import { root } from './paths.mjs'
import { withProgress } from './output.mjs'

/**
 * @typedef {object} Wanted
 * @property {boolean} [development] also what only tests, checks and benchmarks need
 * @property {string} [folder] another folder with a package-lock.json of its own, relative to the project
 */

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {boolean} [dev]
 * @property {boolean} [link]
 */

/**
 * Installs the packages of package-lock.json when that has not been done, or was done for another one. A running server
 * loses nothing when the packages for development are added beside it.
 * @param {Wanted} [wanted]
 */
export async function ensureInstalled({ development: isAsked = false, folder = '.' } = {}) {
  const place = join(root, folder)
  const text = readFileSync(join(place, 'package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(text).digest('hex')
  const stamp = join(place, 'node_modules', '.installed')
  const noted = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  if (noted[0] === hash && (!isAsked || noted[1] === 'development')) return
  const { packages } = JSON.parse(text)
  // Where they are already, a changed lock file must not take them away.
  const development = isAsked || noted[1] === 'development' || hasDevelopmentPackages(place)
  if (!isInstalled(place, packages, development)) {
    // `ci` begins by removing everything; what is added to an installation of this very lock file need not.
    const command = noted[0] === hash ? ['install', '--no-save'] : ['ci']
    const what = development ? 'the packages for tests and benchmarks' : 'the packages'
    await withProgress(`Installing ${what} (once, a minute or so)`, () =>
      npm([...command, development ? '--include=dev' : '--omit=dev'], { cwd: place }),
    )
  }
  const hasDevelopment = development || isInstalled(place, packages, true)
  writeFileSync(stamp, hasDevelopment ? `${hash} development` : hash)
}

/** @param {string} place */
function hasDevelopmentPackages(place) {
  const note = join(place, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  /** @type {LockEntry[]} */
  const there = Object.values(JSON.parse(readFileSync(note, 'utf8')).packages)
  return there.some(({ dev }) => dev === true)
}

/**
 * Whether what npm noted at its last install is what the lock file wants, as after an `npm ci` by hand.
 * @param {string} place @param {Record<string, LockEntry>} packages of the lock file @param {boolean} development
 */
function isInstalled(place, packages, development) {
  const note = join(place, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  /** @type {Record<string, LockEntry>} */
  const there = JSON.parse(readFileSync(note, 'utf8')).packages
  const wanted = Object.entries(packages).filter(
    ([path, { dev }]) => path.includes('node_modules/') && (development || dev !== true),
  )
  return (
    wanted.every(([path, entry]) =>
      there[path] === undefined ? entry.optional === true : there[path].version === entry.version,
    ) && Object.keys(there).every((path) => packages[path] !== undefined)
  )
}
