import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// `sideEffects` of package.json promises the bundler that importing a file does nothing but for the entries: such an import would be left out.
it('no file is imported for what it does, but for style sheets', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  )
  const bare = files.filter((name) =>
    /^import '[^']+(?<!\.css)'/m.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  )
  expect(bare).toEqual([])
})
