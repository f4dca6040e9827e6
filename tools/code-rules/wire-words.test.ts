import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@babel/core'
import { domainWords } from '@incontro/contract/domain'
import { expect, it } from 'vitest'

/*
 * Browser and server use the words of the domain (rule 1.1). A message is translated only where it enters or
 * leaves, by the table in contract/src/domain.ts. Texts, SQL, URLs and the names of form fields are strings and are not
 * checked.
 */

const root = join(import.meta.dirname, '../..')
const wire: ReadonlySet<unknown> = new Set(Object.keys(domainWords))
/** Words that have another meaning in some files. */
const others: readonly { readonly files: RegExp; readonly words: readonly string[]; readonly because: string }[] = [
  {
    files: /^web\/src\/(?:app\/api\/failure-text|features\/identity\/signup\/signup-form)\.ts$/,
    words: ['eta'],
    because: 'a code of the catalogue',
  },
  { files: /^server\/src\//, words: ['hair_color'], because: 'a column' },
  {
    files: /^server\/src\/modules\/flows\/(?:flow-file|load-flows|brand-flows|sold-file)\.ts$/,
    words: Object.keys(domainWords),
    because: 'the words of the files in brands/_flows, which are read here',
  },
]
const isAllowed = (file: string, word: unknown): boolean =>
  others.some(({ files, words }) => files.test(file) && words.some((one) => one === word))

interface Node {
  readonly type: string
  readonly name?: unknown
  readonly literal?: { readonly value?: unknown }
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** The wire's words among the identifiers, properties and literal types of a program. */
function* wireWordsIn(node: unknown): Generator<unknown> {
  if (Array.isArray(node)) for (const one of node) yield* wireWordsIn(one)
  if (!isNode(node)) return
  if (/^(JSX)?Identifier$/.test(node.type) && wire.has(node.name)) yield node.name
  if (node.type === 'TSLiteralType' && wire.has(node.literal?.value)) yield node.literal?.value
  for (const [key, inner] of Object.entries(node)) if (!/comments$/i.test(key)) yield* wireWordsIn(inner)
}

const wordsOf = (code: string, name: string) => [
  ...wireWordsIn(
    parseSync(code, {
      filename: name,
      configFile: false,
      babelrc: false,
      parserOpts: { plugins: name.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
    })?.program,
  ),
]

it.each([
  ['const { angelId } = row', 'a.ts'],
  ['show(row.angelId)', 'a.ts'],
  ['type Row = Pick<Known, "angelId">', 'a.ts'],
  ['const row = <Row angelId={id} />', 'a.tsx'],
])('finds the word in %s', (code, name) => expect(wordsOf(code, name)).toContain('angelId'))

it.each([
  ['web/src', 250],
  ['server/src', 250],
])(
  '%s knows no word of the wire',
  (folder, atLeast) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.includes('/testing/'))
      .map((name) => `${folder}/${name}`)
    const found = files.flatMap((name) =>
      wordsOf(readFileSync(join(root, name), 'utf8'), name)
        .filter((word) => !isAllowed(name, word))
        .map((word) => `${name}: ${String(word)}`),
    )
    expect(files.length).toBeGreaterThan(atLeast)
    expect(found).toEqual([])
  },
  30_000,
)
