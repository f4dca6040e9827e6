import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../support/paths.mjs'

const PRODUCTION = /^(contract|server|sandbox|web)\/src\/|^tools\//
const SOURCE = /\.(ts|tsx|mts|mjs|cjs)$/
const SKIPPED = /^(node_modules|build|dist|coverage|\..+)$/
const EXPORT = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm
const EXPORT_LIST = /^export \{([^}]*)\}/gm
/** Exports that React Router reads by name. */
const OF_ROUTES = new Set(
  'action clientAction clientLoader ErrorBoundary handle handleError headers HydrateFallback Layout links loader meta shouldRevalidate streamTimeout'.split(
    ' ',
  ),
)

/**
 * Values that production code exports and no other file names. A value that is used only by tests counts as used, and
 * so does one whose name another file uses for something else. An export of an index.ts has to be named outside its
 * folder. Types are not checked, because a signature is easier to read if its types are exported with it.
 *
 * @param {ReadonlyMap<string, string>} texts of all source files, by path from the root
 * @returns {string[]} `path: name`
 */
export function unusedExports(texts) {
  /** @type {Map<string, Set<string>>} */
  const filesOf = new Map()
  for (const [file, text] of texts)
    for (const word of text.match(/\w+/g) ?? []) {
      const files = filesOf.get(word) ?? new Set()
      filesOf.set(word, files.add(file))
    }
  return [...texts].flatMap(([file, text]) => {
    if (!PRODUCTION.test(file) || /\.test\.|\/testing\/|\.d\.ts$/.test(file)) return []
    const inside = file.endsWith('/index.ts') ? `${dirname(file)}/` : file
    return namesOf(text)
      .filter((name) => !OF_ROUTES.has(name))
      .filter((name) => [...(filesOf.get(name) ?? [])].every((other) => other.startsWith(inside)))
      .map((name) => `${file}: ${name}`)
  })
}

/** @param {string} text @returns {string[]} the exported names of a file, except for `default` */
function namesOf(text) {
  const listed = [...text.matchAll(EXPORT_LIST)].flatMap(([, list]) =>
    (list ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '' && !entry.startsWith('type '))
      .map((entry) => entry.split(' as ').at(-1) ?? '')
      .filter((name) => name !== 'default'),
  )
  return [...[...text.matchAll(EXPORT)].map(([, name]) => name ?? ''), ...listed]
}

/** @returns {Map<string, string>} every source file of the repository, tests, benchmarks and settings included */
export function readSources() {
  /** @type {Map<string, string>} */
  const texts = new Map()
  /** @param {string} folder */
  const read = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (SKIPPED.test(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) read(path)
      else if (SOURCE.test(entry.name)) texts.set(relative(root, path), readFileSync(path, 'utf8'))
    }
  }
  read(root)
  return texts
}
