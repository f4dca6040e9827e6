import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod/mini'
import { call, type CallOptions } from '#providers/reply.ts'

const keptForMs = 60 * 60_000
/** An unknown key causes a new request, at most once per interval, so that invented keys cannot cause many. */
const askedAgainAfterMs = 60_000

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).check(z.minLength(1)) })
const metadata = z.object({ issuer: z.string(), jwks: z.optional(keySet), jwks_uri: z.optional(z.string()) })

/** URL of an issuer's keys (SD-JWT VC, "JWT VC Issuer Metadata"): the well-known part comes before the path. */
function metadataAddress(issuer: string): string {
  const { origin, pathname } = new URL(issuer)
  return `${origin}/.well-known/jwt-vc-issuer${pathname === '/' ? '' : pathname}`
}

/** Keys of issuers, read on first use and cached for an hour. */
export function createIssuerKeys(options: CallOptions): (issuer: string) => JWTVerifyGetKey {
  const kept = new Map<string, { readonly at: number; readonly keys: ReturnType<typeof createLocalJWKSet> }>()

  async function keysOf(issuer: string, maxAgeMs: number) {
    const known = kept.get(issuer)
    if (known && Date.now() - known.at < maxAgeMs) return known.keys
    const keys = createLocalJWKSet(await read(issuer, options))
    kept.set(issuer, { at: Date.now(), keys })
    return keys
  }

  return (issuer) => async (header, token) => {
    const keys = await keysOf(issuer, keptForMs)
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return (await keysOf(issuer, askedAgainAfterMs))(header, token)
    }
  }
}

/** @throws when the issuer does not answer, or not with its keys */
async function read(issuer: string, options: CallOptions): Promise<JSONWebKeySet> {
  const about = metadata.parse(await json(metadataAddress(issuer), options))
  if (about.issuer !== issuer) throw new Error(`the metadata of ${issuer} are another issuer's`)
  if (about.jwks) return about.jwks as JSONWebKeySet
  // The keys are the issuer's own, wherever its metadata locates them.
  const address = about.jwks_uri === undefined ? null : new URL(about.jwks_uri)
  if (!address || address.origin !== new URL(issuer).origin) throw new Error(`${issuer} has no keys of its own`)
  return keySet.parse(await json(address.href, options)) as JSONWebKeySet
}

async function json(url: string, options: CallOptions): Promise<unknown> {
  const reply = await call(url, { headers: { accept: 'application/json' } }, { timeoutMs: 5_000, ...options })
  if (reply.kind !== 'answer') throw new Error(`${url} does not answer`)
  return reply.body
}
