import type { routes } from '@incontro/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { newToken } from '#platform/ids.ts'
import type { Recheck } from '../sessions/start-session.ts'
import { userHandleOf, verifyAssertion } from './ceremony.ts'
import { challengeIn, challengeMs, makeChallenge, useChallenge, type Ceremony } from './challenge.ts'
import type { PasskeyDeps } from './deps.ts'

/** Binds a challenge to the browser that requested it; contains nothing personal. */
export const browserCookie = '__Host-passkey'
const cookie = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const

type OptionsCall = Call<typeof routes.passkeyRequestOptions>
type SignInCall = Call<typeof routes.authenticateWithPasskey>

const browserOf = (request: FastifyRequest): string | undefined => {
  const value = request.cookies[browserCookie]
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined
}
const ceremony = (site: SignInCall['site'], holder: string): Ceremony => ({ purpose: 'get', site, holder })
const unknown = (): Failure =>
  new Failure(401, 'passkey_unknown', { message: 'No account here uses this passkey: sign in another way' })

/** The same for every visitor: the browser finds its passkeys for this host, so that no email is typed or revealed. */
export function requestOptions(deps: PasskeyDeps, { request, reply, site }: OptionsCall) {
  const browser = browserOf(request) ?? newToken()
  void reply.setCookie(browserCookie, browser, { ...cookie, maxAge: challengeMs / 1000 })
  return {
    challenge: makeChallenge(deps.challengeKeys, ceremony(site, browser), deps.clock()),
    rpId: site.host,
    timeout: challengeMs,
    userVerification: 'required' as const,
  }
}

/**
 * Finds the member of a passkey; `startSession` checks the state of the account. One failure for a passkey that is
 * unknown, removed, of another brand, or with an invalid signature.
 * @throws Failure 401 `passkey_expired`, `passkey_unknown`, `passkey_refused` (its counter decreased)
 */
export async function signInWithPasskey(
  deps: PasskeyDeps,
  call: SignInCall,
): Promise<{ memberId: string; recheck: Recheck }> {
  const {
    site,
    request,
    reply,
    body: { credential },
  } = call
  const at = deps.clock()
  const browser = browserOf(request)
  const challenge = challengeIn(credential.response.clientDataJSON)
  if (
    browser === undefined ||
    !(await useChallenge(deps.db, deps.challengeKeys, ceremony(site, browser), challenge, at))
  ) {
    throw new Failure(401, 'passkey_expired', {
      message: 'These options have expired or were used before: request new ones',
    })
  }
  const known = await deps.db
    .selectFrom('passkeys')
    .select(['id', 'member_id', 'public_key'])
    .where('brand_id', '=', site.brandId)
    .where('credential_id', '=', Buffer.from(credential.id, 'base64url'))
    .executeTakeFirst()
  const proven =
    known &&
    credential.response.userHandle === userHandleOf(known.member_id) &&
    (await verifyAssertion(credential, challenge, { origin: site.origin, id: site.host }, known.public_key))
  if (!known || !proven) throw unknown()

  // In one statement, so that of a passkey and its concurrent copy one is refused.
  const counted = await deps.db
    .updateTable('passkeys')
    .set({ counter: proven.newCounter, backed_up: proven.credentialBackedUp, last_used_at: at })
    .where('brand_id', '=', site.brandId)
    .where('id', '=', known.id)
    .where(sql<boolean>`(counter < ${proven.newCounter}::bigint or (counter = 0 and ${proven.newCounter}::bigint = 0))`)
    .executeTakeFirst()
  if (counted.numUpdatedRows !== 1n) {
    request.log.warn(
      { brandId: site.brandId, passkeyId: known.id, counter: proven.newCounter },
      'the counter of a passkey went back: there may be a copy of it',
    )
    throw new Failure(401, 'passkey_refused', {
      message: 'This passkey cannot be trusted any more, sign in another way and remove it',
    })
  }
  clearBrowser(reply)
  return {
    memberId: known.member_id,
    recheck: async (tx) => {
      const there = await tx
        .selectFrom('passkeys')
        .select('id')
        .where('brand_id', '=', site.brandId)
        .where('id', '=', known.id)
        .executeTakeFirst()
      if (!there) throw unknown()
    },
  }
}

const clearBrowser = (reply: FastifyReply): void => void reply.clearCookie(browserCookie, cookie)
