import { Failure } from '#platform/http/problem.ts'
import type { Recheck } from '../sessions/start-session.ts'
import { linkStands } from './tokens.ts'

/** The link's token, from the body or as bearer (rule 11.13). */
export function linkToken(call: {
  body: { token?: string | undefined }
  request: { headers: { authorization?: string | undefined } }
}): string {
  const token = call.body.token ?? /^Bearer (\S+)$/.exec(call.request.headers.authorization ?? '')?.[1]
  if (token === undefined)
    throw new Failure(401, 'token_expired', { message: 'This link has expired or was used before: ask for a new one' })
  return token
}

/** Throws if the used link was revoked meanwhile, with all others of the member. */
export const sameLink =
  (token: string): Recheck =>
  async (tx) => {
    if (!(await linkStands(tx, token))) throw linkExpired()
  }

export const linkExpired = (): Failure =>
  new Failure(401, 'token_expired', { message: 'This link has expired or was used before: ask for a new one' })
