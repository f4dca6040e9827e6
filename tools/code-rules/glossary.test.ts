import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@babel/core'
import { expect, it } from 'vitest'

/*
 * The glossary of CONTRIBUTING.md defines one word for each concept. This test refuses the other words in identifiers
 * and comments, and in texts that only developers read: titles of tests, summaries of the API, reasons. Other strings
 * are not checked, since stored values and texts of the interface may contain them.
 */

const root = join(import.meta.dirname, '../..')

/** Matched against the words of an identifier; `atOnce` is split into `at once`. */
const refusedInNames =
  /\b(?:at once|patien(?:ce|t)|dice|crowd|whoever|somebody|nobody|anew|told|nameless|seats?|judges?|partners?)\b/
const refusedInComments = /\b(?:whoever|somebody|nobody|anew|told|nameless|ways? in|in small letters)\b/i

/** A file that contains none of these words does not need to be parsed. */
const suspicious =
  /at_?once|patien|\bdice|crowd|whoever|somebody|nobody|anew|told|nameless|seat|judge|partner|ways? in\b|in small letters/i

/** Identifiers that are defined by others. */
const allowed: Readonly<Record<string, string>> = {
  partnerId: 'a wire name of the specification',
}

const wordsOf = (identifier: string): string =>
  identifier
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_$]+/g, ' ')
    .toLowerCase()

interface Node {
  readonly type: string
  readonly name?: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function* namesIn(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* namesIn(one)
  if (!isNode(node)) return
  if (/^(JSX)?Identifier$/.test(node.type) && typeof node.name === 'string') yield node.name
  for (const [key, inner] of Object.entries(node)) if (!/comments$/i.test(key)) yield* namesIn(inner)
}

const textOf = (node: unknown): string[] => {
  if (!isNode(node)) return []
  const { value, quasis = [] } = node as { value?: unknown; quasis?: readonly { value: { raw: string } }[] }
  if (node.type === 'StringLiteral' && typeof value === 'string') return [value]
  return node.type === 'TemplateLiteral' ? quasis.map((part) => part.value.raw) : []
}

const forDevelopers = /^(?:summary|because)$/

/** Titles of tests, summaries of the API, and reasons. */
function* textsIn(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* textsIn(one)
  if (!isNode(node)) return
  const { callee, arguments: given, key, value } = node as unknown as Readonly<Record<string, unknown>>
  if (node.type === 'CallExpression' && /^(?:it|test|describe)$/.test([...namesIn(callee)][0] ?? ''))
    yield* textOf((given as unknown[])[0])
  if (node.type === 'ObjectProperty' && forDevelopers.test(String([...namesIn(key)][0]))) yield* textOf(value)
  for (const [name, inner] of Object.entries(node)) if (!/comments$/i.test(name)) yield* textsIn(inner)
}

/** The refused words in a file's identifiers, comments and texts for developers. */
function refusedIn(code: string, name: string): string[] {
  if (!suspicious.test(code)) return []
  const plugins = name.endsWith('x') ? ['typescript', 'jsx'] : name.endsWith('.ts') ? ['typescript'] : []
  const file = parseSync(code, {
    filename: name,
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    parserOpts: { plugins: plugins as ('typescript' | 'jsx')[] },
  })
  const names = [...new Set(namesIn(file?.program))]
  return [
    ...names.filter((one) => allowed[one] === undefined && refusedInNames.test(wordsOf(one))),
    ...[...(file?.comments ?? []).map(({ value }) => value), ...textsIn(file?.program)].flatMap(
      (text) => refusedInComments.exec(text)?.[0] ?? [],
    ),
  ]
}

it.each([
  ['const atOnce = 4', 'atOnce'],
  ['run({ patienceMs: 3 })', 'patienceMs'],
  ['interface Row { readonly partner: string }', 'partner'],
  ['/** Called anew. */ run()', 'anew'],
  ['// Admits whoever asks.\nrun()', 'whoever'],
  ["it.each([1])('admits nobody', run)", 'nobody'],
  ["route({ summary: 'Admits somebody.' })", 'somebody'],
])('finds the word in %s', (code, word) => expect(refusedIn(code, 'a.ts')).toEqual([word]))

it('allows the word in a text', () => expect(refusedIn("say('nobody told whoever')", 'a.ts')).toEqual([]))

it.each([
  ['server/src', 700],
  ['server/test', 60],
  ['sandbox/src', 80],
  ['tools', 90],
  ['bench', 40],
  ['contract/src', 45],
  ['web', 400],
  ['e2e', 40],
])(
  '%s uses the words of the glossary',
  (folder, atLeast) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (name) => /(?<!\.d)\.(?:tsx?|mjs)$/.test(name) && !/(?:^|\/)(?:node_modules|build|\.react-router)\//.test(name),
      )
      .map((name) => `${folder}/${name}`)
    const found = files.flatMap((name) =>
      refusedIn(readFileSync(join(root, name), 'utf8'), name).map((word) => `${name}: ${word}`),
    )
    expect(files.length).toBeGreaterThan(atLeast)
    expect(found).toEqual([])
  },
  30_000,
)
