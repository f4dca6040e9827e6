import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from '#platform/ids.ts'

/** Encrypts a text for the database with AES-256-GCM under the newest key: base64url of nonce, tag and ciphertext. */
export function seal([key]: Keys, plain: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/** Decrypts what `seal` made under any of the keys. @throws when none of the keys fits or the text was changed */
export function unseal(keys: Keys, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  for (const key of keys.slice(0, -1))
    try {
      return open(key, bytes)
    } catch {
      // Sealed under an older key: try the next.
    }
  return open(keys.at(-1) ?? keys[0], bytes)
}

function open(key: Buffer, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/**
 * Seals again, under the newest key, what was sealed under an older one; undefined when it already is, or no key opens
 * it.
 */
export function reseal(keys: Keys, sealed: string): string | undefined {
  const [newest, ...older] = keys
  if (opens([newest], sealed)) return undefined
  const [first, ...others] = older
  if (first === undefined || !opens([first, ...others], sealed)) return undefined
  return seal(keys, unseal([first, ...others], sealed))
}

export function opens(keys: Keys, sealed: string): boolean {
  try {
    unseal(keys, sealed)
    return true
  } catch {
    // Whether it opens is all that is asked.
    return false
  }
}
