import { generateKeyPairSync, randomBytes, type JsonWebKey } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface OpenIdKeys {
  /** Signs the ID tokens. */
  readonly signing: JsonWebKey & { readonly kid: string }
  /** Signs the provider's own cookies. */
  readonly cookies: string
}

/** The provider's keys: created once and stored in the state folder, so that they stay valid after a restart. */
export function openOpenIdKeys(dir: string): OpenIdKeys {
  const file = join(dir, 'openid-keys.json')
  return readKeys(file) ?? makeKeys(dir, file)
}

function readKeys(file: string): OpenIdKeys | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as OpenIdKeys
  } catch {
    return null // absent, or truncated by a kill: clients fetch the new key by its id
  }
}

function makeKeys(dir: string, file: string): OpenIdKeys {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keys: OpenIdKeys = {
    signing: { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(8).toString('hex'), use: 'sig', alg: 'RS256' },
    cookies: randomBytes(32).toString('base64url'),
  }
  mkdirSync(dir, { recursive: true })
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}
