import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { switchable, testWithFault, variantOf } from './switchable.mjs'

test('a variant is a test file only if the original is', () => {
  expect(variantOf('/a/ledger.ts', 7)).toBe('/a/ledger.fault-7.ts')
  expect(variantOf('/a/ledger.test.ts', 7)).toBe('/a/ledger.fault-7.test.ts')
})

test('importers see the variant that was planted last', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchable-'))
  const file = join(folder, 'sum.mjs')
  const source =
    'const two = 2, three = 3\nexport const sum = (a, b) => a + b\nexport class Sum {}\nexport { two, three as tre }\n'
  writeFileSync(variantOf(file, 0), source)
  writeFileSync(variantOf(file, 1), source.replace('a + b', 'a - b'))
  writeFileSync(file, switchable(file, parseSync(file, source).program))
  const module = await import(/* @vite-ignore */ pathToFileURL(file).href)
  const plantFault = /** @type {any} */ (globalThis).plantFault
  const load = (/** @type {number} */ id) => import(/* @vite-ignore */ pathToFileURL(variantOf(file, id)).href)
  expect([module.sum(5, 3), module.sum.name, module.two, module.tre]).toEqual([8, 'sum', 2, 3])
  const table = { sum: module.sum }
  const sound = new module.Sum()
  await plantFault(file, 1, load)
  expect([module.sum(5, 3), table.sum(5, 3)]).toEqual([2, 2])
  expect(sound).not.toBeInstanceOf(module.Sum)
  await plantFault()
  expect([module.sum(5, 3), table.sum(5, 3)]).toEqual([8, 8])
  expect(sound).toBeInstanceOf(module.Sum)
  rmSync(folder, { recursive: true })
})

test('a test file plants its fault before its tests', () => {
  const text = testWithFault('expect(1).toBe(1)', { file: '/a/sum.ts', id: 3, timeoutMs: 9000 })
  expect(text).toContain('plantFault?.("/a/sum.ts", 3')
  expect(text.indexOf('plantFault')).toBeLessThan(text.indexOf('expect(1)'))
})
