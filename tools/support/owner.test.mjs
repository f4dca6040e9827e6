import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requireOwner } from './owner.mjs'

test.runIf(process.getuid?.() === 0)('root does not write into the data folder of another user', () => {
  const folder = mkdtempSync(join(tmpdir(), 'incontro-owner-'))
  expect(() => requireOwner(folder)).not.toThrow()
  expect(() => requireOwner(join(folder, 'none'))).not.toThrow()
  chownSync(folder, 65_534, 65_534)
  expect(() => requireOwner(folder)).toThrow(/belongs to the user nobody, .* sudo -u nobody env/)
  expect(() => requireOwner(folder, 65_534)).not.toThrow()
  rmSync(folder, { recursive: true })
})
