import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal, Site } from '#platform/caller.ts'
import { Failure } from '#platform/http/problem.ts'
import { sessionDays, type Found, type Sessions } from './sessions.ts'

/** `__Host-`: set by this host only, over a secure connection (browsers include localhost), for the whole site. */
export const sessionCookie = '__Host-session'

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** How a request is authenticated: `Authorization: Bearer` for API clients, else the cookie. */
export function tokenOf(request: FastifyRequest): { token: string; from: 'bearer' | 'cookie' } | undefined {
  const header = request.headers.authorization
  if (header !== undefined) {
    const token = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(header)?.[1]
    return token === undefined ? undefined : { token, from: 'bearer' }
  }
  const cookie = request.cookies[sessionCookie]
  return cookie !== undefined && /^[A-Za-z0-9_-]{43}$/.test(cookie) ? { token: cookie, from: 'cookie' } : undefined
}

/**
 * Browsers send `Origin` with every request that changes something. A foreign one is refused, and so is a cookie
 * without any (rule 11.8).
 */
export function checkOrigin(request: FastifyRequest, site: Site): void {
  if (safeMethods.has(request.method)) return
  const { origin } = request.headers
  if (
    origin !== undefined
      ? origin === site.origin
      : request.cookies[sessionCookie] === undefined || request.headers.authorization !== undefined
  )
    return
  throw new Failure(403, undefined, { message: 'Send this request from a page of this site' })
}

/** The member of a request, after checking its origin. */
export async function principalOf(sessions: Sessions, request: FastifyRequest, site: Site): Promise<Principal | null> {
  checkOrigin(request, site)
  const credential = tokenOf(request)
  const found = credential ? await sessions.find(credential.token, site.brandId) : undefined
  return found?.state === 'active' ? found.principal : null
}

/** For `verify`: the state of the session, with the reason if there is none. */
export async function sessionNow(sessions: Sessions, request: FastifyRequest, site: Site): Promise<Found> {
  const credential = tokenOf(request)
  return credential ? sessions.findNow(credential.token, site.brandId) : { state: 'none' }
}

/** Sends a new session's token: in the body to clients that ask for it, otherwise in the cookie. */
export function setSession(request: FastifyRequest, reply: FastifyReply, token: string): { token?: string } {
  if (request.headers['x-session'] === 'bearer') return { token }
  void reply.setCookie(sessionCookie, token, {
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    maxAge: sessionDays * 86_400,
  })
  return {}
}

/** A cookie lasts as long as its session, which was prolonged. */
export function renewCookie(request: FastifyRequest, reply: FastifyReply): void {
  const credential = tokenOf(request)
  if (credential?.from === 'cookie') setSession(request, reply, credential.token)
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.clearCookie(sessionCookie, { path: '/', httpOnly: true, secure: true, sameSite: 'lax' })
}

/**
 * Returns the token only to clients that sent it themselves. The cookie's is never returned: scripts must not read it.
 */
export function presentedToken(request: FastifyRequest, inBody: string | undefined): { token?: string } {
  if (request.headers['x-session'] !== 'bearer') return {}
  const sent = tokenOf(request)
  const token = inBody ?? (sent?.from === 'bearer' ? sent.token : undefined)
  return token === undefined ? {} : { token }
}
