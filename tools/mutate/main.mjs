/**
 * Mutation testing: plants one fault at a time in the files of a group and runs the tests that should notice.
 *
 *     npm run mutate -- policies            one or more groups; all of them without a name
 *     npm run mutate -- --sample=60 ledger  at most 60 faults of each group, spread evenly
 *     npm run mutate -- --file=PATH ledger  only the faults in this file of the group; may be repeated
 *     npm run mutate -- --queries chat      only the faults in queries: conditions, comparisons, orders
 *     npm run mutate -- --caught ledger     prints for each noticed fault which test noticed it
 *
 * Prints every surviving fault with file, line and change, and the score; exits with 1 if a group is below 85 %. A
 * fault that keeps the tests from finishing counts as noticed. Faults without an observable effect are listed in
 * `harmless.mjs` and not planted. No file is written.
 */
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { groups } from './groups.mjs'
import { isHarmless } from './harmless.mjs'
import { mutantsOf } from './mutants.mjs'
import { runTests } from './test-runner.mjs'

const enough = 0.85

const options = process.argv.slice(2)
const valuesOf = (/** @type {string} */ name) =>
  options.filter((option) => option.startsWith(`--${name}=`)).map((option) => option.slice(name.length + 3))
const sample = Number(valuesOf('sample').at(-1) ?? Infinity)
const only = valuesOf('file')
const unknown = options.find(
  (option) => option.startsWith('--') && !/^--(?:(?:sample|file)=.|queries$|caught$)/.test(option),
)
if (unknown !== undefined) {
  console.error(`“${unknown}” is none of --sample=NUMBER, --file=PATH, --queries and --caught`)
  process.exit(2)
}
const wanted = options.filter((option) => !option.startsWith('--'))
for (const name of wanted)
  if (!Object.hasOwn(groups, name)) {
    console.error(`“${name}” is none of ${Object.keys(groups).join(', ')}`)
    process.exit(2)
  }

/** @type {string[]} */
const scores = []
let failed = false
for (const name of wanted.length > 0 ? wanted : Object.keys(groups)) {
  const { files, tests } = groups[/** @type {keyof typeof groups} */ (name)]
  const all = files
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => only.length === 0 || only.includes(file))
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8')
      const mutants = mutantsOf(parseSync(file, source).program, source).filter(
        ({ kind }) => kind === 'query' || !options.includes('--queries'),
      )
      return mutants.map(({ start, end, text }) => {
        const flat = (/** @type {string} */ part) => part.replace(/\s+/g, ' ').trim().slice(0, 100)
        return {
          file,
          code: source.slice(0, start) + text + source.slice(end),
          line: source.slice(0, start).split('\n').length,
          lineText: source.slice(source.lastIndexOf('\n', start - 1) + 1).split('\n', 1)[0] ?? '',
          change: `${flat(source.slice(start, end))} → ${flat(text).replace(/^;$/, '') || '(nothing)'}`,
        }
      })
    })
    .filter((fault) => !isHarmless(fault))
    .map((fault, at) => ({ ...fault, id: at + 1 }))
  const step = Math.max(1, all.length / sample)
  const chosen = all.filter((_fault, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  console.log(`${name}: ${chosen.length} of ${all.length} faults`)
  /** @type {Map<number, string>} */
  const noticedBy = new Map()
  const { broken } = await runTests(
    { files: [...new Set(chosen.map(({ file }) => file))], tests, faults: chosen },
    (id, by) => {
      noticedBy.set(id, by)
      const fault = chosen.find((one) => one.id === id)
      if (fault && options.includes('--caught'))
        console.log(`  caught ${fault.file}:${fault.line} ${fault.change}\n    by ${by}`)
    },
  )
  if (broken !== undefined) {
    console.error(`${name}: its tests fail without any fault planted: ${broken}`)
    process.exit(2)
  }
  for (const { id, file, line, change } of chosen)
    if (!noticedBy.has(id)) console.log(`  survived ${file}:${line} ${change}`)
  const score = chosen.length === 0 ? 1 : noticedBy.size / chosen.length
  failed ||= score < enough
  scores.push(`${name}: ${noticedBy.size} of ${chosen.length} faults were noticed, ${(100 * score).toFixed(1)} %`)
  console.log(scores.at(-1))
}
if (scores.length > 1) console.log(scores.join('\n'))
process.exit(failed ? 1 : 0)
