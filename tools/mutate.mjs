/**
 * Mutation testing: plants one fault at a time in the files of a group and runs the tests that should notice.
 *
 *     npm run mutate -- policies            one group, or several; all without a name
 *     npm run mutate -- --sample=60 ledger  at most so many faults, spread evenly over the group
 *
 * Prints every survivor as file, line and change, and the score; ends with 1 below 85 %. A fault that a test run does not end with is
 * noticed too. The file is put back after each fault, also when the run is stopped.
 */
import { spawn } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { groups } from './mutate/groups.mjs'
import { mutantsOf } from './mutate/mutants.mjs'

const enough = 0.85
const timeoutMs = 120_000

const options = process.argv.slice(2)
const sample = Number(options.find((option) => option.startsWith('--sample='))?.slice('--sample='.length) ?? Infinity)
const wanted = options.filter((option) => !option.startsWith('--'))
for (const name of wanted)
  if (!Object.hasOwn(groups, name)) {
    console.error(`“${name}” is none of ${Object.keys(groups).join(', ')}`)
    process.exit(2)
  }

let restore = () => {}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    restore()
    process.exit(130)
  })

/** @param {readonly string[]} tests @returns {Promise<boolean>} whether all passed */
const runTests = (tests) =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--bail=1', '--reporter=dot', ...tests],
      { stdio: 'ignore' },
    )
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    child.on('exit', (code) => {
      clearTimeout(timer)
      resolve(code === 0)
    })
  })

let caught = 0
let planted = 0
for (const name of wanted.length > 0 ? wanted : Object.keys(groups)) {
  const { files, tests } = groups[/** @type {keyof typeof groups} */ (name)]
  if (!(await runTests(tests))) {
    console.error(`${name}: its tests fail without any fault planted`)
    process.exit(2)
  }
  const all = files
    .flatMap((pattern) => globSync(pattern))
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8')
      return mutantsOf(parseSync(file, source).program, source).map((mutant) => ({ ...mutant, file, source }))
    })
  const step = Math.max(1, all.length / sample)
  const chosen = all.filter((_mutant, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  console.log(`${name}: ${chosen.length} of ${all.length} faults`)
  for (const { file, source, start, end, text } of chosen) {
    restore = () => writeFileSync(file, source)
    writeFileSync(file, source.slice(0, start) + text + source.slice(end))
    const survived = await runTests(tests).finally(restore)
    planted += 1
    if (!survived) caught += 1
    else {
      const line = source.slice(0, start).split('\n').length
      const flat = (/** @type {string} */ part) => part.replace(/\s+/g, ' ').trim().slice(0, 100)
      console.log(`  survived ${file}:${line} ${flat(source.slice(start, end))} → ${flat(text) || '(nothing)'}`)
    }
  }
}
const score = planted === 0 ? 1 : caught / planted
console.log(`${caught} of ${planted} faults were noticed: ${(100 * score).toFixed(1)} %`)
process.exit(score >= enough ? 0 : 1)
