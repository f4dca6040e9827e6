/**
 * Runs test files once for each fault, in workers that keep the server's modules loaded. A file with faults is loaded
 * as a module whose exports can be switched, each fault is a separate module, and a test file is loaded for each fault
 * under a different name. No file is written. Runs as a child process that receives requests and sends answers as
 * messages.
 */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { loadConfigFromFile, parseSync } from 'vite'
import { createVitest } from 'vitest/node'
import { marksAt, withMarks } from './reach.mjs'
import { switchable, testWithFault, variantOf } from './switchable.mjs'

/**
 * @typedef {{ id: number, file: string, code: string }} Fault  `code`: the file with the fault; ids begin with 1.
 * @typedef {{ ms: number, longestMs: number, reached: string[] }} Seen  A run of a test file without a fault: the
 *   duration of the file and of its longest test, and the marks that they reached.
 * @typedef {{ files: readonly string[], tests: readonly string[], faults: readonly Fault[], seen?: Record<string, Seen>,
 *   shown?: readonly string[] }} Request  `seen`, by test file, and `shown` (`id file`) come from the previous run.
 * @typedef {{ kind: 'broken', by: string } | { kind: 'seen', seen: Record<string, Seen> } | { kind: 'begun', id: number, test: string }
 *   | { kind: 'ended', id: number, test: string, by?: string } | { kind: 'done' }} Answer  `broken`: the tests fail without a fault. `by`
 *   is the failed test.
 */

const answer = (/** @type {Answer} */ message) => void process.send?.(message)
const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, resolve('vitest.config.ts'))
if (loaded === null) throw new Error('there is no vitest.config.ts')
/** @type {any} */
const { projects } = loaded.config.test
const { test } = projects.find((/** @type {any} */ project) => project.test.name === 'unit')

/** The source code that replaces files on the disk, by absolute path. @type {Map<string, string>} */
const modules = new Map()
/** The test file and the fault behind each generated file name. @type {Map<string, { id: number, test: string }>} */
const faultOf = new Map()
/** @type {Set<number>} */
const noticed = new Set()
/** Tests that failed without a fault, by their file. @type {Map<string, string>} */
const failing = new Map()
/** @type {Record<string, Seen>} */
const seen = {}

const vitest = await createVitest(
  'test',
  {
    config: false,
    // Without this, Vitest exits after the first run.
    watch: true,
    silent: true,
    // The cache would not distinguish a file with a fault from the one without.
    fsModuleCache: false,
    reporters: [
      {
        onTestModuleQueued({ moduleId }) {
          const run = faultOf.get(moduleId)
          if (run) answer({ kind: 'begun', ...run })
        },
        onTestModuleEnd(testModule) {
          const { id, test } = faultOf.get(testModule.moduleId) ?? { id: 0, test: '' }
          const [failed] = testModule.children.allTests('failed')
          const by =
            failed?.fullName ?? (testModule.ok() ? undefined : (testModule.errors()[0]?.message ?? 'its set-up'))
          if (id === 0) see(test, testModule, by)
          else if (by !== undefined) noticed.add(id)
          answer({ kind: 'ended', id, test, ...(by === undefined ? {} : { by }) })
        },
      },
    ],
    projects: [
      {
        test: { ...test, testTimeout: 30_000, hookTimeout: 30_000, fsModuleCache: false },
        plugins: [
          {
            name: 'planted-faults',
            enforce: 'pre',
            // Vite may also resolve paths relative to the root.
            resolveId: (id) => [id, process.cwd() + id].find((path) => modules.has(path)),
            load: (id) => modules.get(id),
          },
        ],
      },
    ],
  },
  { server: { watch: null } },
)
/** @param {string} test @param {import('vitest/node').TestModule} testModule @param {string | undefined} failed */
function see(test, testModule, failed) {
  if (failed === undefined) failing.delete(test)
  else failing.set(test, failed)
  const { reached = [] } = /** @type {{ reached?: string[] }} */ (testModule.meta())
  const times = [...testModule.children.allTests()].map((one) => one.diagnostic()?.duration ?? 0)
  seen[test] = { ms: testModule.diagnostic().duration, longestMs: Math.max(0, ...times), reached }
}

/**
 * The time limit of a test; generous, since the machine may be busier than in the run without faults.
 * @param {Seen | undefined} test
 */
const timeoutOf = (test) => Math.max(15_000, 5 * (test?.longestMs ?? 0))

/** @param {Request} request */
async function run({ files, tests, faults, seen: seenBefore, shown = [] }) {
  /** @type {Map<string, { source: string, program: any }>} */
  const sound = new Map()
  for (const name of files) {
    const file = resolve(name)
    const source = readFileSync(file, 'utf8')
    const { program } = parseSync(file, source)
    sound.set(file, { source, program })
    modules.set(file, switchable(file, program))
    modules.set(variantOf(file, 0), withMarks(source, program, name))
  }
  for (const { id, file, code } of faults) modules.set(variantOf(resolve(file), id), code)

  const specifications = await vitest.globTestSpecifications([...tests])
  /** @typedef {typeof specifications[number]} Specification */
  /** @param {Specification} specification @param {Fault} [fault] */
  const specificationOf = (/** @type {Specification} */ { moduleId, project }, /** @type {Fault=} */ fault) => {
    const id = fault?.id ?? 0
    const path = variantOf(moduleId, id)
    const planted = fault && { file: resolve(fault.file), id, timeoutMs: timeoutOf(seen[moduleId]) }
    modules.set(path, testWithFault(readFileSync(moduleId, 'utf8'), planted))
    faultOf.set(path, { id, test: moduleId })
    return project.createSpecification(path)
  }

  // Without a fault, all tests have to pass; a test that times out on a busy machine is repeated.
  Object.assign(seen, seenBefore)
  for (let waiting = seenBefore ? [] : specifications, tries = 0; waiting.length > 0; tries += 1) {
    const [broken] = failing.values()
    if (tries === 3 && broken !== undefined) return answer({ kind: 'broken', by: broken })
    await vitest.runTestSpecifications(
      waiting.map((specification) => specificationOf(specification)),
      false,
    )
    waiting = waiting.filter(({ moduleId }) => failing.has(moduleId))
  }
  answer({ kind: 'seen', seen })

  /** The tests that reach the fault: first those in its folder, which notice most faults, then the fastest. */
  const testsFor = (/** @type {Fault} */ { id, file, code }) => {
    const { source = '', program } = sound.get(resolve(file)) ?? {}
    const marks = marksAt(program, file, firstDifference(source, code))
    const rank = ({ moduleId = '' }) => (isNear(moduleId, file) ? 0 : 1e9) + (seen[moduleId]?.ms ?? 0)
    return specifications
      .filter(({ moduleId }) => marks.some((mark) => seen[moduleId]?.reached.includes(mark)))
      .filter(({ moduleId }) => !shown.includes(`${id} ${moduleId}`))
      .toSorted((a, b) => rank(a) - rank(b))
  }
  let waiting = faults.map((fault) => ({ fault, left: testsFor(fault) }))
  for (;;) {
    waiting = waiting.filter(({ fault, left }) => left.length > 0 && !noticed.has(fault.id))
    if (waiting.length === 0) break
    await vitest.runTestSpecifications(
      waiting.flatMap(({ fault, left }) => left.splice(0, 1).map((one) => specificationOf(one, fault))),
      false,
    )
  }
  answer({ kind: 'done' })
}

/** @param {string} test @param {string} file */
const isNear = (test, file) => dirname(test) === dirname(resolve(file))

/** @param {string} a @param {string} b */
function firstDifference(a, b) {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

process.on('message', (/** @type {Request} */ request) => {
  run(request).catch((error) => answer({ kind: 'broken', by: String(error?.stack) }))
})
process.on('disconnect', () => vitest.close().finally(() => process.exit(0)))
process.send?.('ready')
