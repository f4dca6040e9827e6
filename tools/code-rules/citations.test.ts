import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/* A comment that says "rule 11.5" or "section 9" leads to a sentence of docs/product. */

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const rules = new Set(
  [...read('docs/product/rules.md').matchAll(/^- \*\*(\d+\.\d+)\*\*/gm)].map(([, number]) => number),
)
const sections = new Set(
  [...read('docs/product/specification.md').matchAll(/^## (\d+)\./gm)].map(([, number]) => number),
)

const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.sql', 'docs/decisions/*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => !file.startsWith('tools/code-rules/'))
const citations = sources.flatMap((file) => {
  // A comment goes on in the next line.
  const text = read(file).replace(/\n\s*(\*|\/\/|--) /g, ' ')
  // RFCs and standards have sections of their own.
  const own = text.replace(/\b(RFC|ISO|OpenID4VP)[^.;]*?sections? [\d.]+/g, '')
  return [
    ...[...own.matchAll(/\b[Rr]ules? (\d+\.\d+)(?:,? (?:and )?(\d+\.\d+))?/g)].flatMap(([, ...numbers]) =>
      numbers.filter((number) => number !== undefined && !rules.has(number)).map((number) => `${file}: rule ${number}`),
    ),
    ...[...own.matchAll(/\bsection (\d+)\b/g)].flatMap(([, number]) =>
      sections.has(number) ? [] : [`${file}: section ${number}`],
    ),
  ]
})

it('every rule and section that the code cites is in docs/product', () => {
  expect(rules.size).toBeGreaterThan(60)
  expect(citations).toEqual([])
})

it('nothing cites a specification or a decision that is not here', () => {
  const elsewhere = sources.filter((file) =>
    /\bspec sections?\b|\b[Dd]ecisions? \d+\.\d/.test(read(file).replace(/\n\s*(\*|\/\/) /g, ' ')),
  )
  expect(elsewhere).toEqual([])
})
