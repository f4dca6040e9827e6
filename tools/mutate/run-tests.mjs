/**
 * Runs test files once for each fault, in workers that keep the server's modules: a file with faults is loaded as a module that lets them
 * be changed, each fault as a module of its own, and a test file once for each fault under a name of its own. No file is written.
 * For a child process: what it is asked and what it answers are messages.
 */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { loadConfigFromFile, parseSync } from 'vite'
import { createVitest } from 'vitest/node'
import { switchable, testWithFault, variantOf } from './switchable.mjs'

/**
 * @typedef {{ id: number, file: string, code: string }} Fault  What a file says with it; ids begin with 1.
 * @typedef {{ files: readonly string[], tests: readonly string[], faults: readonly Fault[] }} Request
 * @typedef {{ kind: 'broken', by: string } | { kind: 'begun', id: number } | { kind: 'ended', id: number, by?: string }
 *   | { kind: 'done' }} Answer  `broken`: the tests fail without a fault. `by` is the test that failed.
 */

const answer = (/** @type {Answer} */ message) => void process.send?.(message)
const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, resolve('vitest.config.ts'))
if (loaded === null) throw new Error('there is no vitest.config.ts')
/** @type {any} */
const { projects } = loaded.config.test
const { test } = projects.find((/** @type {any} */ project) => project.test.name === 'unit')

/** What is loaded in place of what stands on the disk, by absolute path. @type {Map<string, string>} */
const modules = new Map()
/** Which fault a test file under a name of its own is about. @type {Map<string, number>} */
const faultOf = new Map()
/** @type {Set<number>} */
const noticed = new Set()
/** Tests that failed without a fault, by their file. @type {Map<string, string>} */
const failing = new Map()

const vitest = await createVitest(
  'test',
  {
    config: false,
    // Not to end with the first run.
    watch: true,
    silent: true,
    // A file with a fault would be kept as the one without.
    fsModuleCache: false,
    reporters: [
      {
        onTestModuleStart: ({ moduleId }) => answer({ kind: 'begun', id: faultOf.get(moduleId) ?? 0 }),
        onTestModuleEnd(testModule) {
          const id = faultOf.get(testModule.moduleId) ?? 0
          const [failed] = testModule.children.allTests('failed')
          const by =
            failed?.fullName ?? (testModule.ok() ? undefined : (testModule.errors()[0]?.message ?? 'its set-up'))
          if (by !== undefined && id !== 0) noticed.add(id)
          if (by !== undefined && id === 0) failing.set(testModule.moduleId, by)
          answer({ kind: 'ended', id, ...(by === undefined ? {} : { by }) })
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
            // Vite asks by the path from the root, too.
            resolveId: (id) => [id, process.cwd() + id].find((path) => modules.has(path)),
            load: (id) => modules.get(id),
          },
        ],
      },
    ],
  },
  { server: { watch: null } },
)
/** @param {Request} request */
async function run({ files, tests, faults }) {
  for (const name of files) {
    const file = resolve(name)
    const source = readFileSync(file, 'utf8')
    modules.set(file, switchable(file, parseSync(file, source).program))
    modules.set(variantOf(file, 0), source)
  }
  for (const { id, file, code } of faults) modules.set(variantOf(resolve(file), id), code)

  const specifications = (await vitest.globTestSpecifications([...tests])).toSorted(inOrderOf(tests))
  /** @param {typeof specifications[number]} specification @param {Fault} [fault] */
  const specificationOf = (
    /** @type {typeof specifications[number]} */ { moduleId, project },
    /** @type {Fault=} */ fault,
  ) => {
    const id = fault?.id ?? 0
    const path = variantOf(moduleId, id)
    modules.set(path, testWithFault(readFileSync(moduleId, 'utf8'), fault && { file: resolve(fault.file), id }))
    faultOf.set(path, id)
    return project.createSpecification(path)
  }
  // Without a fault all pass; on a busy machine a test may be late once.
  for (let waiting = specifications, tries = 0; waiting.length > 0; tries += 1) {
    const [broken] = failing.values()
    if (tries === 3 && broken !== undefined) return answer({ kind: 'broken', by: broken })
    failing.clear()
    await vitest.runTestSpecifications(
      waiting.map((specification) => specificationOf(specification)),
      false,
    )
    waiting = waiting.filter(({ moduleId }) => failing.has(variantOf(moduleId, 0)))
  }
  // Tests that stand beside a fault's file notice most: what is left is shown to all the others.
  for (const near of [true, false])
    for (const specification of specifications) {
      const { moduleId } = specification
      const chosen = faults.filter(({ id, file }) => !noticed.has(id) && isNear(moduleId, file) === near)
      if (chosen.length > 0)
        await vitest.runTestSpecifications(
          chosen.map((fault) => specificationOf(specification, fault)),
          false,
        )
    }
  answer({ kind: 'done' })
}

/** @param {string} test @param {string} file */
const isNear = (test, file) => dirname(test) === dirname(resolve(file))

/** @param {readonly string[]} tests */
const inOrderOf = (tests) => (/** @type {{ moduleId: string }} */ a, /** @type {{ moduleId: string }} */ b) =>
  tests.findIndex((part) => a.moduleId.includes(part)) - tests.findIndex((part) => b.moduleId.includes(part))

process.on('message', (/** @type {Request} */ request) => {
  run(request).catch((error) => answer({ kind: 'broken', by: String(error?.stack) }))
})
process.on('disconnect', () => vitest.close().finally(() => process.exit(0)))
process.send?.('ready')
