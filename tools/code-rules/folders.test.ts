import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The folders of the repository that are not ignored by git. */
const folders = new Set(
  execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .flatMap((file) => {
      const above: string[] = []
      for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) above.push(folder)
      return above
    }),
)
const childrenOf = (parent: string): string[] =>
  [...folders].filter((folder) => dirname(folder) === parent && !folder.split('/').at(-1)?.startsWith('.'))

/** The rows of Markdown tables, each as a list of cells. */
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\|(.+)\|$/gm)].map(([, row = '']) => row.split('|').map((cell) => cell.trim()))

const described = rowsOf(read('docs/architecture/folders.md'))
  .slice(2)
  .map(([name = '', ...facts]) => ({ folder: name.replaceAll('`', '').replace(/\/$/, ''), facts }))
const names = described.map(({ folder }) => folder)
/** Folders that are described by a separate row or by their subfolders. */
const parents = ['.', 'server', 'server/src', 'server/src/platform', 'web']

it('describes every folder', () => {
  expect(names.length).toBeGreaterThan(15)
  const asked = parents.flatMap(childrenOf).filter((folder) => !parents.includes(folder))
  expect(asked.filter((folder) => !names.includes(folder))).toEqual([])
})

it('describes no folder that does not exist', () => expect(names.filter((folder) => !folders.has(folder))).toEqual([]))

it('describes each folder: its content and its callers', () =>
  expect(described.filter(({ facts }) => facts.length !== 3 || !facts[0] || !facts[1])).toEqual([]))

it('describes the responsibility of every module', () => {
  const modules = rowsOf(read('docs/architecture/modules.md'))
    .slice(2)
    .flatMap(([cell = '']) => cell.split(', '))
  const there = childrenOf('server/src/modules').map((folder) => folder.split('/').at(-1))
  expect(there.filter((name) => !modules.includes(name ?? ''))).toEqual([])
  expect(modules.filter((name) => !there.includes(name))).toEqual([])
})

it('describes every folder of the pages', () => {
  const pages = rowsOf(read('web/README.md')).flatMap(([cell = '']) => /^`([\w-]+)\//.exec(cell)?.[1] ?? [])
  const there = childrenOf('web/src').map((folder) => folder.split('/').at(-1))
  expect(there.filter((name) => !pages.includes(name ?? ''))).toEqual([])
})
