import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/*
 * An error that nobody hears of is a fault that nobody mends: work is not wrapped in `catch(() => undefined)`. Where the answer is
 * all there is to the error, the file stands here with why.
 */
const allowed: Readonly<Record<string, string>> = {
  'server/src/platform/database-check.ts': 'says goodbye to a server that has just been found not to answer',
}

const root = join(import.meta.dirname, '../..')
const swallowing =
  /\.catch\(\s*(?:async\s*)?\(\w*\)\s*=>\s*(?:undefined|null|void 0|\{\s*\})\s*,?\s*\)|catch\s*(?:\(\w+\)\s*)?\{\s*\}/

const swallowers = (files: readonly { readonly name: string; readonly text: string }[]) =>
  files.filter(({ name, text }) => allowed[name] === undefined && swallowing.test(text)).map(({ name }) => name)

it.each([
  'void work().catch(() => undefined)',
  'work().catch(() => {})',
  'work().catch((error) => null)',
  'try { work() } catch {}',
  'try { work() } catch (error) { }',
])('notices: %s', (text) => {
  expect(swallowers([{ name: 'x.ts', text }])).toEqual(['x.ts'])
})

it('finds no error of the server swallowed', () => {
  const files = globSync('server/src/**/*.{ts,tsx}', { cwd: root })
    .filter((name) => !/\.test\.tsx?$|\/testing\//.test(name))
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))
  expect(files.length).toBeGreaterThan(200)
  expect(swallowers(files)).toEqual([])
})
