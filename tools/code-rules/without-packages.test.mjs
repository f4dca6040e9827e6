import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../support/paths.mjs'

/* On a fresh machine, the programs that npm starts install the packages, so nothing that they import may need one. */

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const programs = [
  ...new Set(Object.values(scripts).flatMap((script) => String(script).match(/tools\/[\w-]+\.mjs/g) ?? [])),
]
  // `npm run db:check` starts it by tools/run.mjs, which installs the packages first.
  .filter((program) => program !== 'tools/db-check.mjs')

/** @type {string} */
let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'without-packages-'))
  cpSync(join(root, 'tools'), join(folder, 'tools'), { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(programs)('%s begins without any package', (program) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, 'no-such-argument'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 15_000,
  })
  // There is no lock file to install from, and no such argument.
  expect(status, stdout).toBe(1)
  expect(stderr + stdout).not.toContain('ERR_MODULE_NOT_FOUND')
})
