import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { Failure } from '../support/failure.mjs'
import { root } from '../support/paths.mjs'
import { changedSince } from './changed.mjs'
import { STEPS } from './steps.mjs'

/**
 * Reads the arguments of `npm test -- …`: names of steps, or test files and folders; everything without arguments.
 * The argument `full` is passed on to the tests as TEST_FULL; `changed` chooses the tests that import what was changed.
 * @param {string[]} args
 * @returns {{ steps: import('./steps.mjs').Step[], filters: string[] }}
 */
export function choose(args) {
  if (args.includes('full')) process.env['TEST_FULL'] = '1'
  if (args.includes('changed')) {
    process.env['TEST_CHANGED'] = changedSince()
    // Browser tests reach everything, as they run the product: one of them is named, or all run.
    return { steps: STEPS.filter(({ name }) => name !== 'e2e' && name !== 'size'), filters: [] }
  }
  return chooseSteps(args.filter((arg) => arg !== 'full'))
}

/** @param {string[]} args */
function chooseSteps(args) {
  const names = STEPS.map(({ name }) => name)
  const filters = args.filter((arg) => !names.includes(arg))
  const missing = filters.find((file) => !existsSync(resolve(root, file)))
  if (missing !== undefined)
    throw new Failure(`"${missing}" is neither a file of tests nor one of the steps ${names.join(', ')}.`)
  const asked = new Set(args)
  for (const file of filters) asked.add(projectOf(relative(root, resolve(root, file))))
  return { steps: args.length === 0 ? STEPS : STEPS.filter(({ name }) => asked.has(name)), filters }
}

/** @param {string} file */
function projectOf(file) {
  if (file.startsWith('e2e')) return 'e2e'
  return /^server\/test\/(pages\b|statements\b|attack-timing\.)/.test(file) ? 'pages' : 'unit'
}
