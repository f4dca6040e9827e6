import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../support/whole-file.mjs'

/**
 * The demo's secret: the given one, or one that is created once and stored in the data folder, readable by its owner
 * only.
 * @param {string} dataDir @param {string | undefined} given
 */
export function ensureSecret(dataDir, given) {
  if (given) return given
  const file = join(dataDir, 'secret')
  // A full disk may have left an empty one.
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (known !== '') return known
  // A database of its own creates no data folder.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const secret = randomBytes(32).toString('base64url')
  writeWhole(file, `${secret}\n`)
  return secret
}
