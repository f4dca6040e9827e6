import { execFileSync } from 'node:child_process'
import { matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import config from '../../vitest.config.ts'

interface Project {
  readonly test?: { readonly name?: string; readonly include?: readonly string[]; readonly exclude?: readonly string[] }
}

// A test whose name fits no project is green for ever.
it('each test belongs to one project', () => {
  const projects = (config as { test: { projects: readonly Project[] } }).test.projects
  const root = new URL('../../', import.meta.url)
  const tests = execFileSync('git', ['ls-files', '*.test.*'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.test\.(ts|tsx|mjs)$/.test(file))
  expect(tests.length).toBeGreaterThan(500)
  const ofNone = tests.filter((file) => {
    const of = projects.filter(
      ({ test }) =>
        test?.include?.some((glob) => matchesGlob(file, glob)) &&
        !test.exclude?.some((glob) => matchesGlob(file, glob)),
    )
    return of.length !== 1
  })
  expect(ofNone).toEqual([])
})
