import { normaliseEmail, type routes } from '@incontro/contract'
import { Failure } from '#platform/http/problem.ts'
import type { Call } from '#platform/http/bind.ts'
import { brandOf } from '../deps.ts'
import { isDeliverableForm, isForbiddenDomain } from '#platform/mail/email-address.ts'
import { redirectUriOf } from './begin.ts'
import { attemptExpired, issuerOf, unreachable, type GoogleDeps } from './deps.ts'
import { attemptCookie, newcomerCookie, visitOf, type Attempt } from './cookies.ts'
import { linkToMember } from './link.ts'
import { memberBehind } from './find-member.ts'
import type { Recheck } from '../sessions/start-session.ts'
import type { Claims } from './port.ts'
import { requireOwnPage } from './sealed-cookie.ts'

export type AnswerCall = Call<typeof routes.google> | Call<typeof routes.googleHome>
export type Finished =
  | {
      readonly is: 'member'
      readonly memberId: string
      readonly newcomer: boolean
      readonly next: string
      readonly recheck: Recheck
    }
  | { readonly is: 'linked'; readonly next: string }
  | { readonly is: 'newcomer'; readonly email: string; readonly username: string }

/**
 * Handles the issuer's response. Returns a member, for `startSession`; a link made by a signed-in member; or a new
 * visitor, stored in the browser until the form is complete.
 * @throws Failure 401 `google_ended`, `google_refused`; 403 `google_unverified`, `utente_disabilitato`; 409
 * `google_other_account`, `google_taken`; 503
 */
export async function finish(deps: GoogleDeps, call: AnswerCall): Promise<Finished> {
  const issuer = issuerOf(deps)
  requireOwnPage(call)
  const attempts = attemptCookie(deps.googleKeys)
  const attempt = attempts.read(call, deps.clock())
  // Without this attempt's cookie another browser started it: a visitor must not be signed in to an attacker's account.
  if (!attempt || attempt.handshake.state !== call.body.state) throw attemptExpired()
  const { code, state, iss } = call.body
  const answer = await issuer.finish(redirectUriOf(call.site), attempt.handshake, { code, state, iss })
  if (answer.outcome !== 'claims')
    call.request.log.warn(
      { brandId: call.site.brandId, reason: answer.reason },
      `sign-in with Google: ${answer.outcome}`,
    )
  // The attempt stays valid: the same response may be sent again once the issuer is back.
  if (answer.outcome === 'unreachable') throw unreachable()
  attempts.drop(call.reply)
  if (answer.outcome === 'refused')
    throw new Failure(401, 'google_refused', { message: 'Google did not confirm this sign-in, start again' })
  if (!(await attempts.useUp(deps.db, attempt))) throw attemptExpired()
  const { email } = answer.claims
  return resolve(deps, call, attempt, {
    ...answer.claims,
    email: email === undefined ? undefined : normaliseEmail(email),
  })
}

async function resolve(deps: GoogleDeps, call: AnswerCall, attempt: Attempt, claims: Claims): Promise<Finished> {
  const { next } = attempt
  if (attempt.linkFor) {
    const { member } = call
    if (!member || member.memberId !== attempt.linkFor.memberId || member.sessionId !== attempt.linkFor.sessionId)
      throw attemptExpired()
    await linkToMember(deps, call, member, claims)
    return { is: 'linked', next }
  }
  const behind = await memberBehind(deps, call, claims)
  if (behind)
    return {
      is: 'member',
      memberId: behind.memberId,
      newcomer: behind.purged,
      next,
      recheck: isLinked(call.site.brandId, behind.memberId, claims),
    }
  return keepNewcomer(deps, call, attempt, claims)
}

/** The account that was chosen still opens the profile. */
const isLinked =
  (brandId: string, memberId: string, { issuer, subject }: Claims): Recheck =>
  async (tx) => {
    const linked = await tx
      .selectFrom('external_identities')
      .select('member_id')
      .where('brand_id', '=', brandId)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (!linked) throw attemptExpired()
  }

/** Checks that the brand accepts the address, before the visitor fills in the form. */
function keepNewcomer(deps: GoogleDeps, call: AnswerCall, { next, visit }: Attempt, claims: Claims): Finished {
  const { email = '' } = claims
  if (!isDeliverableForm(email))
    throw new Failure(400, '1004', { field: 'email', message: 'This address cannot receive mail' })
  if (isForbiddenDomain(email, brandOf(deps, call.site.brandId).refusedEmailDomains))
    throw new Failure(400, '1005', { field: 'email', message: 'This kind of address is not accepted' })
  const username = screenNameOf(claims.givenName)
  newcomerCookie(deps.googleKeys).keep(
    call,
    {
      issuer: claims.issuer,
      subject: claims.subject,
      email,
      username,
      next,
      visit: { ...visitOf(call.body), ...visit },
    },
    deps.clock(),
  )
  return { is: 'newcomer', email, username }
}

/** A suggested first name: letters only, so that nothing else gets into a profile. */
const screenNameOf = (name = ''): string => (/[\p{L}\p{M}’'-]{2,}/u.exec(name)?.[0] ?? '').slice(0, 40)
