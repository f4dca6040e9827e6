import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensurePassword } from './create.mjs'

test('the password of the database is made once, and again where a full disk left an empty file', () => {
  const home = mkdtempSync(join(tmpdir(), 'incontro-password-'))
  const file = join(home, 'password')
  writeFileSync(file, '')
  const { password, isNew } = ensurePassword(home)
  expect([password.length, isNew, readFileSync(file, 'utf8')]).toEqual([32, true, `${password}\n`])
  expect(ensurePassword(home)).toEqual({ password, isNew: false })
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
  rmSync(home, { recursive: true })
})
