import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { marksAt, withMarks } from './reach.mjs'

const source = `const limit = 3
export function compare(a, b) {
  if (a > limit) return 'many'
  else if (b) for (const one of b) one.done = () => a
  const both = () => ({ a, b })
  switch (a) {
    case 1:
      return both()
    default:
      return both().a
  }
}
`
const program = parseSync('compare.mjs', source).program
/** Calls the marked module and returns its result and the marks that the call set. */
const reachedBy = async (/** @type {unknown[]} */ ...given) => {
  const code = withMarks(source, program, 'compare')
  const { compare } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
  const reached = new Set()
  const everywhere = /** @type {any} */ (globalThis)
  everywhere.reachedByTest = reached
  try {
    return { result: compare(...given), reached }
  } finally {
    everywhere.reachedByTest = undefined
  }
}
const comesBy = async (/** @type {string} */ part, /** @type {unknown[]} */ ...given) => {
  const { reached } = await reachedBy(...given)
  return marksAt(program, 'compare', source.indexOf(part)).some((mark) => reached.has(mark))
}

test('a marked module behaves as before', async () => {
  /** @type {{ done: () => unknown }[]} */
  const list = [{ done: () => undefined }]
  expect([(await reachedBy(4)).result, (await reachedBy(2, list)).result]).toEqual(['many', 2])
  expect((await reachedBy(1)).result).toEqual({ a: 1, b: undefined })
  expect(list[0]?.done()).toBe(2)
})

test.each([
  [`'many'`, [4], true],
  [`'many'`, [1], false],
  ['a > limit', [1], true],
  ['one.done', [1], false],
  ['one.done', [1, [{}]], true],
  ['({ a, b })', [1], true],
  ['({ a, b })', [4], false],
  ['both().a', [1], false],
  ['both().a', [2], true],
  // Code that runs on load concerns every test that runs any code of the file.
  ['limit = 3', [4], true],
])('a fault at “%s” concerns a call with %j: %j', async (part, given, concerned) => {
  expect(await comesBy(part, ...given)).toBe(concerned)
})
