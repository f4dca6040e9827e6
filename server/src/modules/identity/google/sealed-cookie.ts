import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { type Keys, newToken } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'
import { useOnce } from '#platform/secrets/single-use.ts'

/** Owner and time of a sealed cookie, and the id under which its use is recorded. */
interface Envelope {
  readonly id: string
  readonly brandId: string
  readonly origin: string
  readonly sealedAt: number
}
export type Sealed<T> = T & Envelope

const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' } as const

/**
 * State kept in a visitor's browser between two requests, encrypted and authenticated, so that unfinished attempts
 * leave nothing in the database. Valid on the host where it was made, for a limited time, and once.
 */
export interface SealedCookie<T> {
  keep(call: { reply: FastifyReply; site: Site }, content: T, at: Date): void
  /** The cookie's content; undefined if tampered with, expired, or of another brand or host. */
  read(call: { request: FastifyRequest; site: Site }, at: Date): Sealed<T> | undefined
  /** True for the first of several concurrent requests that use it. */
  useUp(executor: Executor, sealed: Envelope): Promise<boolean>
  drop(reply: FastifyReply): void
}

export function sealedCookie<T extends object>(keys: Keys, name: `__Host-${string}`, lifeMs: number): SealedCookie<T> {
  // Allows a minute, as the clocks of two servers differ.
  const isMine = ({ brandId, origin, sealedAt }: Envelope, site: Site, at: Date): boolean =>
    brandId === site.brandId &&
    origin === site.origin &&
    sealedAt <= at.getTime() + 60_000 &&
    sealedAt + lifeMs > at.getTime()
  return {
    keep({ reply, site }, content, at) {
      const envelope: Envelope = { id: newToken(), brandId: site.brandId, origin: site.origin, sealedAt: at.getTime() }
      void reply.setCookie(name, seal(keys, JSON.stringify({ ...content, ...envelope, name })), {
        ...attributes,
        maxAge: lifeMs / 1000,
      })
    },
    read({ request, site }, at) {
      const value = request.cookies[name]
      if (value === undefined) return undefined
      try {
        const sealed = JSON.parse(unseal(keys, value)) as Sealed<T> & { readonly name: string }
        // Several cookies share the keys: each is only valid under its own name.
        return sealed.name === name && isMine(sealed, site, at) ? sealed : undefined
      } catch {
        // Not sealed by us, or under a key that is no longer known.
        return undefined
      }
    },
    useUp: (executor, { id, sealedAt }) => useOnce(executor, name, id, new Date(sealedAt + lifeMs)),
    drop: (reply) => void reply.clearCookie(name, attributes),
  }
}

/**
 * These cookies authorise changes: like the session's, they are only accepted from a page of the brand (rule 11.8).
 */
export function requireOwnPage({ request, site }: { request: FastifyRequest; site: Site }): void {
  if (request.headers.origin !== site.origin)
    throw new Failure(403, undefined, { message: 'Send this request from a page of this site' })
}
