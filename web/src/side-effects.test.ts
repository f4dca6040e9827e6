import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// `sideEffects` in package.json declares that only the entries have side effects, so the bundler drops imports without
// bindings.
it('only style sheets are imported for their side effects', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  )
  const bare = files.filter((name) =>
    /^import '[^']+(?<!\.css)'/m.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  )
  expect(bare).toEqual([])
})
