import { expect, test } from 'vitest'
import { readSources, unusedExports } from './unused-exports.mjs'

const names = (/** @type {Record<string, string>} */ files) => unusedExports(new Map(Object.entries(files)))

test('finds exports that no other file names, in every form of export', () => {
  const text = [
    'export const a = 1',
    'export async function b() {}',
    'export class C {}',
    'const d = 1, e = 2',
    'export { d, e as f }',
    'export type T = string',
    'export default 1',
  ].join('\n')
  expect(names({ 'server/src/one.ts': text, 'server/src/two.ts': 'a(); const e = 1' })).toEqual(
    ['b', 'C', 'd', 'f'].map((name) => `server/src/one.ts: ${name}`),
  )
})

test('counts a test as a use, and does not check tests, routes and settings', () => {
  expect(
    names({
      'web/src/page.tsx': 'export const loader = 1\nexport const label = 2',
      'web/src/page.test.ts': 'export const own = label',
      'vitest.config.ts': 'export const config = 1',
    }),
  ).toEqual([])
})

test('requires that exports of an index are used outside its folder', () => {
  const inside = {
    'server/src/modules/a/index.ts': "export { x, type X } from './x.ts'",
    'server/src/modules/a/x.ts': 'export const x = 1',
    'server/src/modules/a/x.test.ts': 'x',
  }
  expect(names(inside)).toEqual(['server/src/modules/a/index.ts: x'])
  expect(names({ ...inside, 'server/src/context.ts': 'x' })).toEqual([])
})

test('reads this repository', () => {
  const files = [...readSources().keys()]
  expect(files.filter((file) => file.startsWith('server/src/modules/')).length).toBeGreaterThan(100)
  expect(files).toEqual(expect.arrayContaining(['tools/test/steps.mjs', 'web/src/root.tsx', 'vitest.config.ts']))
  expect(files.filter((file) => file.includes('node_modules'))).toEqual([])
})
