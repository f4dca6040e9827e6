import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../support/failure.mjs'
import { print, printWarning } from '../support/output.mjs'
import { root } from '../support/paths.mjs'
import { runNode } from '../support/run-node.mjs'
import { ensureFullChromium, ensureHeadlessChromium, ensurePgBouncer, ensureRedis } from './programs.mjs'
import { readSources, unusedExports } from './unused-exports.mjs'
import { vitest } from './vitest.mjs'

/**
 * @typedef {object} Step
 * @property {string} name the argument of `npm test -- NAME`
 * @property {string} title
 * @property {boolean} [beside] whether it runs while the pages are built and the database starts
 * @property {boolean} [besideChecks] whether it may start before those steps have finished
 * @property {boolean} [needsDatabase]
 * @property {boolean} [needsPages]
 * @property {(filters: string[]) => Promise<import('./vitest.mjs').Count>} run
 */

/** @type {Step[]} in order of execution; a failed step does not stop the following ones */
export const STEPS = [
  {
    name: 'format',
    title: 'Format',
    beside: true,
    run: () => checks([['node_modules/oxfmt/bin/oxfmt', '--check']]),
  },
  { name: 'lint', title: 'Lint', beside: true, run: lint },
  { name: 'imports', title: 'Who imports whom', beside: true, run: imports },
  {
    name: 'types',
    title: 'Types',
    beside: true,
    // The build generates the types of the routes.
    needsPages: true,
    run: () => checks(['.', 'web'].map((project) => ['node_modules/typescript/bin/tsc', '--noEmit', '-p', project])),
  },
  // The emails' templates are built with the pages.
  {
    name: 'unit',
    title: 'Unit and integration tests',
    besideChecks: true,
    needsDatabase: true,
    needsPages: true,
    run: inNode,
  },
  {
    name: 'pages',
    title: 'Pages over HTTP beside statements on a loaded database, then timing alone',
    needsDatabase: true,
    needsPages: true,
    // Statements are those that the unit tests sent to the database. By themselves, they leave a core idle.
    run: (filters) => vitest(isPart() ? ['pages', 'timing'] : ['pages', 'statements', 'timing'], filters),
  },
  { name: 'e2e', title: 'Browser tests', needsDatabase: true, needsPages: true, run: inBrowser },
  { name: 'size', title: 'Size of the pages', needsPages: true, run: size },
]

/** Whether only some of the tests run, which do not send every statement. */
const isPart = () => process.env['TEST_CHANGED'] !== undefined

async function lint() {
  const { passed, failed } = await checks([['node_modules/oxlint/bin/oxlint']])
  const unused = unusedExports(readSources())
  for (const where of unused) print(`${where} is exported, and no other file names it`)
  return unused.length === 0 ? { passed: passed + 1, failed } : { passed, failed: failed + 1 }
}

async function imports() {
  // Without this package, dependency-cruiser reads no TypeScript and reports no violations.
  if (!existsSync(join(root, 'node_modules/@swc/core')))
    throw new Failure('dependency-cruiser reads TypeScript by @swc/core, which is not installed.')
  const folders = ['contract/src', 'server/src', 'sandbox/src', 'web/src', 'tools'].filter((folder) =>
    existsSync(join(root, folder)),
  )
  return checks([
    ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.cjs', ...folders],
  ])
}

/** @param {string[]} filters */
async function inNode(filters) {
  process.env['REDIS_SERVER'] = await ensureRedis()
  process.env['PGBOUNCER'] = await ensurePgBouncer()
  if (filters.length === 0 && !isPart() && process.env['TEST_STATEMENTS_DIR'] === undefined) {
    // Outlives the tests, for `npm run bench -- scale`.
    const folder = join(root, '.cache/statements')
    rmSync(folder, { recursive: true, force: true })
    process.env['TEST_STATEMENTS_DIR'] = folder
  }
  const counts = await Promise.all([['processes'], ['unit', 'components']].map((projects) => vitest(projects, filters)))
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    failures: counts.flatMap(({ failures = [] }) => failures),
    unstable: counts.flatMap(({ unstable = [] }) => unstable),
  }
}

/** @param {string[]} filters */
async function inBrowser(filters) {
  await ensureFullChromium().then(
    (path) => {
      process.env['FULL_CHROMIUM'] = path
    },
    // One test of 144 needs it, and says that it was skipped.
    (error) => printWarning(error instanceof Failure ? error.message : String(error)),
  )
  process.env['CHROMIUM'] = await ensureHeadlessChromium()
  return vitest(['e2e'], filters)
}

/** Each limit in web/.size-limit.mjs counts as one check. */
async function size() {
  const { code, output } = await runNode([join(root, 'node_modules/size-limit/bin.js'), '--json'], {
    cwd: join(root, 'web'),
    quiet: true,
  })
  /** @type {{ name: string, passed: boolean, size: number, sizeLimit: number }[]} */
  const pages = output.trimStart().startsWith('[') ? JSON.parse(output) : []
  for (const { name, size: bytes, sizeLimit } of pages)
    print(`${name}: ${Math.round(bytes / 1000)} of ${Math.round(sizeLimit / 1000)} kB`)
  const passed = pages.filter((page) => page.passed).length
  return { passed, failed: pages.length - passed + (code !== 0 && passed === pages.length ? 1 : 0) }
}

/** Each command counts as one check. @param {string[][]} commands */
async function checks(commands) {
  let failed = 0
  for (const command of commands) if ((await runNode(command, { quiet: true })).code !== 0) failed += 1
  return { passed: commands.length - failed, failed }
}
