import { createHash } from 'node:crypto'
import { decodeJwt, importJWK, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod/mini'

/** Elliptic curves only, as wallets use; never `none` or a shared secret. */
const algorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Clocks of phones differ. */
const toleranceSeconds = 60
/** A presentation is created on request, so it is recent. */
const freshFor = '5m'
const maxDisclosures = 50

const keyBinding = z.object({ cnf: z.object({ jwk: z.looseObject({ kty: z.string() }) }) })
const disclosure = z.tuple([z.string(), z.string(), z.unknown()])

export interface Expected {
  /** Our client id, as in the request. */
  readonly clientId: string
  readonly nonce: string
  readonly issuers: readonly string[]
  readonly credentialType: string
  readonly keysOf: (issuer: string) => JWTVerifyGetKey
}

/** Not what was requested; the message is for the log. */
export class PresentationRefused extends Error {}

/**
 * The claims of an SD-JWT VC presented with key binding (RFC 9901, OpenID4VP 1.0 appendix B.3): signed by a trusted
 * issuer, currently valid, of the requested type, and presented by the wallet that holds its key, for this request.
 * @throws PresentationRefused, and jose's errors for an invalid signature or validity
 */
export async function claimsOf(presentation: string, expected: Expected): Promise<Readonly<Record<string, unknown>>> {
  const parts = presentation.split('~')
  const [credential = '', ...rest] = parts
  const binding = rest.pop()
  if (!binding || rest.length > maxDisclosures) throw new PresentationRefused('no key binding, or too many disclosures')

  const issuer = decodeJwt(credential).iss
  if (issuer === undefined || !expected.issuers.includes(issuer))
    throw new PresentationRefused(`the issuer ${String(issuer)} is not trusted`)
  const { payload } = await jwtVerify(credential, expected.keysOf(issuer), {
    algorithms,
    issuer,
    typ: 'dc+sd-jwt',
    clockTolerance: toleranceSeconds,
    requiredClaims: ['vct', 'cnf', 'exp'],
  })
  if (payload['vct'] !== expected.credentialType) throw new PresentationRefused('another type of credential')
  await checkBinding(payload, binding, presentation.slice(0, -binding.length), expected)
  return disclosed(payload, rest)
}

/** Verifies the wallet's signature over the presentation, its audience and the nonce. */
async function checkBinding(
  payload: JWTPayload,
  binding: string,
  presented: string,
  expected: Expected,
): Promise<void> {
  const { cnf } = keyBinding.parse(payload)
  const key = await importJWK(cnf.jwk, typeof cnf.jwk['alg'] === 'string' ? cnf.jwk['alg'] : 'ES256')
  const { payload: bound } = await jwtVerify(binding, key, {
    algorithms,
    typ: 'kb+jwt',
    audience: expected.clientId,
    maxTokenAge: freshFor,
    clockTolerance: toleranceSeconds,
    requiredClaims: ['iat', 'nonce', 'sd_hash'],
  })
  if (bound['nonce'] !== expected.nonce) throw new PresentationRefused('an answer to another question')
  if (bound['sd_hash'] !== hash(presented)) throw new PresentationRefused('bound to something else')
}

/** The claims with those the wallet disclosed, each of which the issuer signed by its hash. */
function disclosed(payload: JWTPayload, disclosures: readonly string[]): Readonly<Record<string, unknown>> {
  const { _sd: hashes, _sd_alg: algorithm = 'sha-256', ...claims } = payload
  if (algorithm !== 'sha-256') throw new PresentationRefused('another hash than SHA-256')
  const signed = new Set(Array.isArray(hashes) ? hashes : [])
  const all = new Map<string, unknown>(Object.entries(claims))
  for (const text of disclosures) {
    if (!signed.delete(hash(text))) throw new PresentationRefused('a disclosure that the issuer did not sign')
    const [, name, value] = disclosure.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (name === '_sd' || name === '...' || all.has(name)) throw new PresentationRefused(`${name} is disclosed twice`)
    all.set(name, value)
  }
  return Object.fromEntries(all)
}

const hash = (text: string): string => createHash('sha256').update(text, 'ascii').digest('base64url')
