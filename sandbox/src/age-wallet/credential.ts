import { createHash, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose'

export const CREDENTIAL_TYPE = 'urn:incontro:sandbox:age:1'

export interface WalletKeys {
  readonly issuer: { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }
  readonly holder: { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey }
}

export const makeWalletKeys = async (): Promise<WalletKeys> => {
  const [issuer, holder] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])
  return { issuer, holder }
}

/** The parts of a presentation that differ from a valid one. */
export interface Changes {
  readonly credential?: Record<string, unknown>
  readonly credentialType?: string
  readonly binding?: Record<string, unknown>
  readonly bindingType?: string
  /** Replaces the presented disclosures; the signed hashes stay those of the genuine ones. */
  readonly disclosures?: (good: readonly string[]) => readonly string[]
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')
const disclosureOf = (name: string, value: unknown): string =>
  Buffer.from(JSON.stringify([randomBytes(16).toString('base64url'), name, value])).toString('base64url')

/** Builds a presentation as a wallet does: the credential, the requested disclosures and the wallet's signature. */
export async function present(
  keys: WalletKeys,
  { issuer, over18, audience, nonce }: { issuer: string; over18: boolean; audience: string; nonce: string },
  changes: Changes = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const age = disclosureOf('age_over_18', over18)
  // Not disclosed, because it was not requested.
  const name = disclosureOf('given_name', 'Ada')
  const credential = await new SignJWT({
    iss: issuer,
    iat: now,
    exp: now + 3600,
    vct: CREDENTIAL_TYPE,
    cnf: { jwk: await exportJWK(keys.holder.publicKey) },
    _sd_alg: 'sha-256',
    _sd: [hash(age), hash(name)],
    ...changes.credential,
  })
    .setProtectedHeader({ alg: 'ES256', typ: changes.credentialType ?? 'dc+sd-jwt' })
    .sign(keys.issuer.privateKey)
  const presented = [credential, ...(changes.disclosures?.([age, name]) ?? [age]), ''].join('~')
  const binding = await new SignJWT({ iat: now, aud: audience, nonce, sd_hash: hash(presented), ...changes.binding })
    .setProtectedHeader({ alg: 'ES256', typ: changes.bindingType ?? 'kb+jwt' })
    .sign(keys.holder.privateKey)
  return presented + binding
}
