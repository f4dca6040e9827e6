import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { basename, join, relative } from 'node:path'
import { Failure } from './failure.mjs'
import { isRunning, lock, self } from './file-lock.mjs'
import { makeFolder } from './folder.mjs'
import { withProgress } from './output.mjs'
import { isRelease, root } from './paths.mjs'
import { runNode } from './run-node.mjs'

/*
 * Builds are kept in `.builds` under a hash of their sources, and `build` is a link to the current one. A new build
 * does not touch the one that a running server serves, and switching is a single rename.
 */

/**
 * @typedef {object} Bundle
 * @property {string} title
 * @property {string} folder where `build` and `.builds` are, relative to the project
 * @property {string[]} sources files and folders from which it is built, relative to the project
 * @property {string} variable the environment variable that names the build's target folder
 * @property {Command[]} steps one after the other, so that the memory of one is needed at a time
 */

/** @typedef {{ program: string, args: string[], cwd: string }} Command */

const VITE = 'node_modules/vite/bin/vite.js'
/** The environment of every build, also in tests, since the next `npm start` serves their build. */
const ENVIRONMENT = {
  NODE_ENV: 'production',
  // The bundler's own memory: freed at once, and not reserved for each of many threads.
  MALLOC_ARENA_MAX: '2',
  MIMALLOC_PURGE_DELAY: '0',
  RAYON_NUM_THREADS: '1',
  TOKIO_WORKER_THREADS: '1',
}
/** Node collects its garbage before it takes more than this, in megabytes: a third of it is needed. */
const MEMORY_FLAGS = ['--max-old-space-size=400', '--max-semi-space-size=2']

/** @type {Bundle[]} */
const BUNDLES = [
  {
    title: 'pages',
    folder: 'web',
    sources: ['web', 'contract/src', 'brands', 'lingui.config.ts', 'package-lock.json'],
    variable: 'WEB_BUILD_DIR',
    steps: [
      { program: 'node_modules/@react-router/dev/bin.cjs', args: ['build'], cwd: 'web' },
      // Afterwards, because the first command empties the folder, and the worker lists the files that it wrote.
      { program: VITE, args: ['build', '-c', 'vite.frame.config.ts'], cwd: 'web' },
      { program: VITE, args: ['build', '-c', 'vite.frame.config.ts', '--mode', 'wallet'], cwd: 'web' },
      { program: VITE, args: ['build', '-c', 'vite.console.config.ts'], cwd: 'web' },
      { program: VITE, args: ['build', '-c', 'vite.worker.config.ts'], cwd: 'web' },
    ],
  },
  {
    title: 'emails',
    folder: 'server',
    sources: [
      'server/vite.emails.config.ts',
      'server/src/i18n',
      'server/src/modules/outreach',
      'contract/src',
      'lingui.config.ts',
      'package-lock.json',
    ],
    variable: 'EMAILS_BUILD_DIR',
    steps: [{ program: VITE, args: ['build', '-c', 'server/vite.emails.config.ts'], cwd: '.' }],
  },
]

const SKIPPED = /^(?:node_modules|build.*|\.builds|\.react-router|.*\.test\.tsx?|.*\.md)$/
/** How long to wait for another process that is building. */
const LOCK_TIMEOUT_MS = 15 * 60_000
/** Memory of the largest step, rounded up (docs/operations.md). */
const NEEDED_MB = 500
/** The number of builds kept in addition to the current one and those in use. */
const KEPT = 2

/**
 * Builds the pages and the email templates if their sources have changed since the last build.
 * @throws {Failure} with the end of the build's output
 */
export async function ensureWebBuilt() {
  await ensureBuilt(root, BUNDLES)
}

/**
 * For a server in production, which does not build: that takes memory that it needs, and happens where a release is made.
 * @throws {Failure} if this version has not been built
 */
export async function requireWebBuilt() {
  // A release has no sources; its builds were made from those of its version.
  const isBuilt = isRelease()
    ? BUNDLES.every((bundle) => current(root, bundle) !== undefined)
    : BUNDLES.every((bundle) => current(root, bundle) === fingerprint(root, bundle.sources))
  if (!isBuilt)
    throw new Failure(
      'The pages of this version are not built, and a server in production does not build them: run npm run build here, or install a release (docs/install.md).',
    )
  // Only where a later build could remove it.
  if (!isRelease()) for (const bundle of BUNDLES) markUsed(versionFolder(root, bundle, current(root, bundle) ?? ''))
}

/** Builds only the email templates and the server's texts, which is all that the server's tests need. */
export async function ensureEmailsBuilt() {
  await ensureBuilt(
    root,
    BUNDLES.filter(({ folder }) => folder === 'server'),
  )
}

/**
 * @param {string} project @param {Bundle[]} bundles
 * @throws {Failure}
 */
export async function ensureBuilt(project, bundles) {
  const wanted = bundles.map((bundle) => ({ bundle, version: fingerprint(project, bundle.sources) }))
  const missing = wanted.filter(({ bundle, version }) => current(project, bundle) !== version)
  if (missing.length > 0) {
    const builds = missing.filter(({ bundle, version }) => !existsSync(versionFolder(project, bundle, version)))
    const work = async () => {
      for (const { bundle, version } of missing) await provide(project, bundle, version)
    }
    if (builds.length === 0) await work()
    else await withProgress(`Building the ${builds.map(({ bundle }) => bundle.title).join(' and the ')}`, work)
  }
  for (const { bundle, version } of wanted) markUsed(versionFolder(project, bundle, version))
}

/** @param {string} project @param {Bundle} bundle @param {string} version */
async function provide(project, bundle, version) {
  const builds = join(project, bundle.folder, '.builds')
  makeFolder(builds)
  const held = await lock(join(builds, 'lock'), LOCK_TIMEOUT_MS)
  if ('holder' in held)
    throw new Failure(`Process ${held.holder.pid} has been building the ${bundle.title} for a quarter of an hour.`)
  try {
    const target = versionFolder(project, bundle, version)
    if (!existsSync(target)) await build(project, bundle, target)
    switchTo(project, bundle, version)
    removeUnused(builds, version)
  } finally {
    held.release()
  }
}

/** @param {string} project @param {Bundle} bundle @param {string} target */
async function build(project, bundle, target) {
  const draft = `${target}.new`
  rmSync(draft, { recursive: true, force: true })
  for (const { program, args, cwd } of bundle.steps) {
    const { code, signal } = await runNode([...MEMORY_FLAGS, join(project, program), ...args], {
      quiet: true,
      cwd: join(project, cwd),
      env: { ...ENVIRONMENT, [bundle.variable]: join('.builds', basename(draft)) },
    })
    if (code === 0 && signal === null) continue
    rmSync(draft, { recursive: true, force: true })
    throw new Failure(
      `The ${bundle.title} could not be built${signal === null ? '; the reason is above' : ended(signal)}.`,
    )
  }
  renameSync(draft, target)
}

const MEGABYTE = 1024 * 1024

/** What a signal says about a build. @param {NodeJS.Signals} signal */
function ended(signal) {
  // Node ends itself with SIGABRT when its own limit of memory is reached.
  if (signal !== 'SIGKILL' && signal !== 'SIGABRT') return `: ${signal} ended the build`
  const limit = process.constrainedMemory?.() ?? 0
  const memory = Math.round((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / MEGABYTE)
  return `: ${signal} ended the build. Nearly always the system had no memory left. A build needs ${NEEDED_MB} MB, this machine has ${memory} MB for everything: add memory or swap, and start again`
}

/** @param {string} project @param {Bundle} bundle @param {string} version */
function switchTo(project, bundle, version) {
  const link = join(project, bundle.folder, 'build')
  const builds = join(project, bundle.folder, '.builds')
  // An earlier version of this program built into this folder.
  if (lstatSync(link, { throwIfNoEntry: false })?.isDirectory())
    renameSync(link, join(builds, `earlier-${process.pid}`))
  const draft = join(builds, 'link')
  rmSync(draft, { force: true })
  // The link is relative, so that the project's folder can be moved.
  symlinkSync(join('.builds', version), draft)
  renameSync(draft, link)
}

/** The version to which `build` links, if it exists. @param {string} project @param {Bundle} bundle */
function current(project, bundle) {
  const link = join(project, bundle.folder, 'build')
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() || !existsSync(link)) return undefined
  return basename(readlinkSync(link))
}

/** @param {string} project @param {Bundle} bundle @param {string} version */
function versionFolder(project, bundle, version) {
  return join(project, bundle.folder, '.builds', version)
}

const USED_BY = '.used-by-'

/** Marks a build as used while this process runs, so that it is not deleted. @param {string} build */
function markUsed(build) {
  writeFileSync(join(build, `${USED_BY}${process.pid}`), JSON.stringify(self()))
}

/** @param {string} builds @param {string} version the one in use */
function removeUnused(builds, version) {
  const others = readdirSync(builds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== version)
    .map(({ name }) => ({ folder: join(builds, name), at: statSync(join(builds, name)).mtimeMs }))
    .filter(({ folder }) => !isUsed(folder))
    .sort((one, other) => other.at - one.at)
  for (const { folder } of others.slice(KEPT)) rmSync(folder, { recursive: true, force: true })
}

/** @param {string} build */
function isUsed(build) {
  const marks = readdirSync(build).filter((name) => name.startsWith(USED_BY))
  return marks.some((name) => {
    try {
      return isRunning(JSON.parse(readFileSync(join(build, name), 'utf8')))
    } catch {
      // An incomplete mark was left by a crash.
      return false
    }
  })
}

/**
 * A hash of names, contents and the build's environment. It does not depend on the project's location and on file
 * times.
 * @param {string} project @param {string[]} sources
 */
function fingerprint(project, sources) {
  const hash = createHash('sha256').update(JSON.stringify(ENVIRONMENT))
  for (const source of sources) add(hash, project, join(project, source))
  return hash.digest('hex').slice(0, 16)
}

/** @param {import('node:crypto').Hash} hash @param {string} project @param {string} path */
function add(hash, project, path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return
  if (stat.isDirectory()) {
    for (const name of readdirSync(path).sort()) if (!SKIPPED.test(name)) add(hash, project, join(path, name))
  } else {
    const content = readFileSync(path)
    hash.update(`${relative(project, path)} ${content.length}\n`).update(content)
  }
}
