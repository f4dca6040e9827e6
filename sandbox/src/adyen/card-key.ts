import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface CardKey {
  readonly privateKey: KeyObject
  /** `<exponent>|<modulus>` in hexadecimal, as Adyen publishes it. */
  readonly publicKey: string
}

/** The RSA key with which card fields are encrypted: created once, stored in the state folder. */
export function openCardKey(dir: string): CardKey {
  const file = join(dir, 'adyen-card-key.pem')
  const privateKey = readKey(file) ?? makeKey(dir, file)
  const { n = '', e = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const exponent = Buffer.from(e, 'base64url').toString('hex').replace(/^0+/, '')
  return { privateKey, publicKey: `${exponent}|${Buffer.from(n, 'base64url').toString('hex').toUpperCase()}` }
}

function readKey(file: string): KeyObject | null {
  try {
    return createPrivateKey(readFileSync(file))
  } catch {
    return null // absent, or truncated by a kill: a new key loses nothing
  }
}

function makeKey(dir: string, file: string): KeyObject {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  mkdirSync(dir, { recursive: true })
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  return privateKey
}
