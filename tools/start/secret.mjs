import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The demo's secret: the given one, or one that is created once and stored in the data folder, readable by its owner
 * only.
 * @param {string} dataDir @param {string | undefined} given
 */
export function ensureSecret(dataDir, given) {
  if (given) return given
  const file = join(dataDir, 'secret')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  // A database of its own creates no data folder.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const secret = randomBytes(32).toString('base64url')
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return secret
}
