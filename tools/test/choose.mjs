import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { Failure } from '../failure.mjs'
import { root } from '../paths.mjs'
import { STEPS } from './steps.mjs'

/**
 * What `npm test -- …` asks for: names of steps, or files and folders of tests, or nothing, which is everything.
 * @param {string[]} args
 * @returns {{ steps: import('./steps.mjs').Step[], filters: string[] }}
 */
export function choose(args) {
  const names = STEPS.map(({ name }) => name)
  const filters = args.filter((arg) => !names.includes(arg))
  const missing = filters.find((file) => !existsSync(resolve(root, file)))
  if (missing !== undefined)
    throw new Failure(`"${missing}" is neither a file of tests nor one of the steps ${names.join(', ')}.`)
  const asked = new Set(args)
  for (const file of filters) asked.add(relative(root, resolve(root, file)).startsWith('e2e') ? 'e2e' : 'unit')
  return { steps: args.length === 0 ? STEPS : STEPS.filter(({ name }) => asked.has(name)), filters }
}
