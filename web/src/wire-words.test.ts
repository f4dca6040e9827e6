import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@babel/core'
import { domainWords } from '@incontro/contract/domain'
import { expect, it } from 'vitest'

/*
 * The browser says the field's words (decision 1.1): the API and the socket client translate, nothing else knows the wire's.
 * Texts, addresses and the names of posted form fields are strings and are not looked at.
 */

const wire: ReadonlySet<unknown> = new Set(Object.keys(domainWords))
/** There `eta` is a code of the catalogue. */
const codes = new Set(['app/api/failure-text.ts', 'features/identity/signup/signup-form.ts'])

interface Node {
  readonly type: string
  readonly name?: unknown
  readonly literal?: { readonly value?: unknown }
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** The wire's words among a program's names, properties and literal types. */
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

it('the browser knows no word of the wire', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  )
  const found = files.flatMap((name) =>
    wordsOf(readFileSync(join(import.meta.dirname, name), 'utf8'), name)
      .filter((word) => !(word === 'eta' && codes.has(name)))
      .map((word) => `${name}: ${String(word)}`),
  )
  expect(files.length).toBeGreaterThan(250)
  expect(found).toEqual([])
}, 30_000)
