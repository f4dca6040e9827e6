import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Failure } from '../support/failure.mjs'
import { isRoot } from '../postgres/account.mjs'
import { withProgress } from '../support/output.mjs'

/**
 * A program that tests need and that is not installed by npm.
 * @typedef {object} Wanted
 * @property {string} title the name of the program
 * @property {string} forWhat the tests that need it
 * @property {string} variable the environment variable that overrides its path
 * @property {string[]} names possible names of its file
 * @property {string} aptPackage the package that contains it
 */

/** @type {Wanted} */
const CHROMIUM = {
  title: 'Chromium',
  forWhat: 'The browser tests',
  variable: 'CHROMIUM',
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  aptPackage: 'chromium',
}
/**
 * Chromium without window, menus and extensions: the same engine for two thirds of the processor time.
 * @type {Wanted}
 */
const HEADLESS_CHROMIUM = {
  ...CHROMIUM,
  title: 'Chromium (headless shell)',
  names: ['chromium-headless-shell', 'chrome-headless-shell'],
  aptPackage: 'chromium-headless-shell',
}
/**
 * The headless shell grants no notifications.
 * @type {Wanted}
 */
const FULL_CHROMIUM = { ...CHROMIUM, forWhat: 'The tests of notifications', variable: 'FULL_CHROMIUM' }
/** @type {Wanted} */
const REDIS = {
  title: 'Redis',
  forWhat: 'The tests of several processes',
  variable: 'REDIS_SERVER',
  names: ['redis-server', 'valkey-server'],
  aptPackage: 'redis-server',
}

/** @type {Wanted} */
const PGBOUNCER = {
  title: 'PgBouncer',
  forWhat: 'The tests of connection pooling',
  variable: 'PGBOUNCER',
  names: ['pgbouncer'],
  aptPackage: 'pgbouncer',
}

/** The full browser. @returns {Promise<string>} its path @throws {Failure} when it is absent and cannot be installed */
export const ensureChromium = () => ensure(CHROMIUM)
/**
 * The headless shell, or the full Chromium if the system has no such package.
 * @returns {Promise<string>} path of the browser @throws {Failure} when it is absent and cannot be installed
 */
export const ensureHeadlessChromium = () => ensure(HEADLESS_CHROMIUM).catch(ensureChromium)
/** @returns {Promise<string>} path of the browser @throws {Failure} when it is absent and cannot be installed */
export const ensureFullChromium = () => ensure(FULL_CHROMIUM)
/**
 * @returns {Promise<string>} path of the broker's program
 * @throws {Failure} when it is absent and cannot be installed
 */
export const ensureRedis = () => ensure(REDIS)

/**
 * @returns {Promise<string>} path of the pooler's program
 * @throws {Failure} when it is absent and cannot be installed
 */
export const ensurePgBouncer = () => ensure(PGBOUNCER)

/** @param {Wanted} wanted */
async function ensure({ title, forWhat, variable, names, aptPackage }) {
  const given = process.env[variable]
  if (given) {
    if (existsSync(given)) return given
    throw new Failure(`${variable}: there is no ${given}.`)
  }
  const found = find(names)
  if (found !== undefined) return found
  if (!isRoot() || !has('apt-get')) {
    throw new Failure(
      `${forWhat} need ${title}: install it (apt-get install ${aptPackage}), or set ${variable} to a program.`,
    )
  }
  await withProgress(`Installing ${title}`, async () => {
    apt(['update'], `${forWhat} need ${title}`)
    // The program must not run as a service, because only tests start it.
    apt(['install', '-y', '--no-install-recommends', aptPackage], `${forWhat} need ${title}`)
  })
  const brought = find(names)
  if (brought === undefined) throw new Failure(`apt-get installed ${aptPackage}, but it is not in PATH.`)
  return brought
}

/** @param {string[]} names @returns {string | undefined} */
function find(names) {
  // Servers are in a folder that a plain user's PATH may lack.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

/** @param {string} program */
function has(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
}

/** @param {string[]} args @param {string} why */
function apt(args, why) {
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    // Another apt process may hold the lock for some time.
    execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-q', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      maxBuffer: 50_000_000,
    })
  } catch (error) {
    throw new Failure(`${why}, and apt-get ${args[0]} failed.`, { cause: error })
  }
}
