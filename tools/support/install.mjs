import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './npm.mjs'
import { Failure } from './failure.mjs'
import { lock } from './file-lock.mjs'
import { makeFolder } from './folder.mjs'
import { isRelease, root } from './paths.mjs'
import { withProgress } from './output.mjs'

const longestInstallMs = 15 * 60_000

/**
 * @typedef {object} Wanted
 * @property {boolean} [development] whether to install the packages of tests, checks and benchmarks too
 * @property {string} [folder] another folder with its own package-lock.json, relative to the project
 */

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {boolean} [dev]
 * @property {boolean} [link]
 */

/**
 * Installs the packages of package-lock.json, unless that was already done for this lock file. A running server keeps
 * its packages when the development packages are added.
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
  // Development packages that are installed stay installed when the lock file changes.
  const development = isAsked || noted[1] === 'development' || hasDevelopmentPackages(place)
  if (!isInstalled(place, packages, development)) {
    // Commands that are started together would take each other's packages away while they bring them.
    makeFolder(join(root, '.runtime'))
    const held = await lock(join(root, '.runtime/installing'), longestInstallMs)
    if ('holder' in held)
      throw new Failure(
        `Process ${held.holder.pid} has been installing packages for long; run this again when it is done.`,
      )
    try {
      if (!isInstalled(place, packages, development)) {
        // `ci` first removes all packages; an installation of the same lock file can be extended without that.
        const command = noted[0] === hash ? ['install', '--no-save'] : ['ci']
        const what = development ? 'the packages for tests and benchmarks' : 'the packages'
        await withProgress(`Installing ${what} (once, a minute or so)`, () =>
          npm([...command, development ? '--include=dev' : '--omit=dev'], { cwd: place }),
        )
      }
    } finally {
      held.release()
    }
  }
  // A release may be where its user cannot write; it is looked at again at each start.
  if (isRelease()) return
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
 * Whether npm's record of its last install matches the lock file, as it does after a manual `npm ci`.
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
