import { safeTarget, type routes } from '@incontro/contract'
import type { Principal, Site } from '#platform/caller.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notSignedIn } from '#platform/http/problem.ts'
import { reauthenticate } from '../sign-in/reauthenticate.ts'
import { issuerOf, unreachable, type GoogleDeps } from './deps.ts'
import { attemptCookie, visitOf, type Attempt } from './cookies.ts'
import { requireOwnPage } from './sealed-cookie.ts'

type StartCall = Call<typeof routes.googleStart>

/** The redirect URI: a page that posts the code. */
export const redirectUriOf = (site: Site): string => `${site.origin}/loginWithGoogle/return`

/**
 * Starts a sign-in: stores the handshake in the browser and returns the URL to go to. It stores nothing on the server and
 * sends no request, so that it costs no more than a page, and only the route's limit of a minute counts: an office starts many.
 * @throws Failure 404 not configured, 401 no member is signed in for a link, 403 `password_needed`, `not_verified`, 409
 * `google_linked`, 503 `google_unreachable`
 */
export async function begin(deps: GoogleDeps, call: StartCall): Promise<{ url: string }> {
  const issuer = issuerOf(deps)
  requireOwnPage(call)
  const { body, site } = call
  const at = deps.clock()
  const linkFor = body.link === true ? await holderOf(deps, call.member, body.password, issuer.issuer) : null
  const begun = await issuer.begin(redirectUriOf(site))
  if (!begun) throw unreachable()
  attemptCookie(deps.googleKeys).keep(
    call,
    {
      handshake: begun.handshake,
      next: nextOf(body.next, linkFor ? '/settings/security' : '/find'),
      visit: visitOf(body),
      linkFor,
    },
    at,
  )
  return { url: begun.url }
}

/** A path of this site, limited to fit into the cookie. */
function nextOf(wished: string | undefined, otherwise: string): string {
  const target = safeTarget(wished)
  return target !== undefined && target.length <= 300 ? target : otherwise
}

/** Adding a sign-in method requires the password or a fresh session, and a confirmed address. */
async function holderOf(
  deps: GoogleDeps,
  member: Principal | null,
  password: string | undefined,
  issuer: string,
): Promise<Attempt['linkFor']> {
  if (!member) throw notSignedIn()
  if (!member.emailConfirmed) throw new Failure(403, 'not_verified', { message: 'Confirm the email first' })
  await reauthenticate(deps, member, 'password unless fresh', password)
  const known = await deps.db
    .selectFrom('external_identities')
    .select('subject')
    .where('member_id', '=', member.memberId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  if (known) throw new Failure(409, 'google_linked', { message: 'A Google account is linked already, unlink it first' })
  return { memberId: member.memberId, sessionId: member.sessionId }
}
