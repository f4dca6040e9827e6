import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensureSecret } from './secret.mjs'

test('the secret is created once, in a data folder that need not be there', () => {
  const parent = mkdtempSync(join(tmpdir(), 'incontro-secret-'))
  const dataDir = join(parent, 'data')
  const secret = ensureSecret(dataDir, undefined)
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(ensureSecret(dataDir, undefined)).toBe(secret)
  expect(ensureSecret(dataDir, 'given')).toBe('given')
  expect([dataDir, join(dataDir, 'secret')].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual([
    '700',
    '600',
  ])
  // As a full disk may have left it.
  writeFileSync(join(dataDir, 'secret'), '')
  expect(Buffer.from(ensureSecret(dataDir, undefined), 'base64url')).toHaveLength(32)
  rmSync(parent, { recursive: true })
})
