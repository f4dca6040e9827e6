import { decodeRed, entryHeaders, type Locale, type routes } from '@incontro/contract'
import type { Call } from '#platform/http/bind.ts'
import { own } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { hashToken, newId } from '#platform/ids.ts'
import { mustBeOpen } from '../sign-in/account-state.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { IdentityDeps } from '../deps.ts'
import { linkExpired, linkToken, sameLink } from './presented-token.ts'
import { useLinkToken } from './tokens.ts'
import { autologinLink } from './autologin-link.ts'
import { confirmAddress } from './confirm-address.ts'
import type { Recheck } from '../sessions/start-session.ts'

/**
 * Finds the member a link's token signs in. The token is only used up on success: another address or a disabled account
 * leaves it.
 * @throws Failure 401 `token_expired`, 403 `utente_disabilitato` or `deletion_pending`
 */
export async function autoLogin(
  deps: IdentityDeps,
  call: Call<typeof routes.autoLogin>,
): Promise<{ memberId: string; recheck: Recheck }> {
  const token = linkToken(call)
  const email = call.body.email || undefined
  return deps.db.transaction().execute(async (tx) => {
    const link = await useLinkToken(tx, { token, purpose: 'autologin', brandId: call.site.brandId, at: deps.clock() })
    if (!link) throw linkExpired()
    const member = await tx
      .selectFrom('members')
      .select(['email', 'state', 'deletion_due_at'])
      .where('id', '=', link.memberId)
      .executeTakeFirstOrThrow()
    if (email !== undefined && email !== member.email) throw linkExpired()
    mustBeOpen(member)
    await confirmAddress(tx, deps, call.site, link.memberId)
    return { memberId: link.memberId, recheck: sameLink(token) }
  })
}

/**
 * Sends a new link to the address of an expired one, at most three an hour. The reply does not reveal whether it did.
 */
export async function sendLinkAgain(deps: IdentityDeps, call: Call<typeof routes.autoLoginAgain>): Promise<void> {
  const { site, body } = call
  const member = await deps.db
    .selectFrom('one_time_tokens')
    .innerJoin('members', 'members.id', 'one_time_tokens.member_id')
    .select(['members.id', 'members.email', 'members.clickid', 'members.locale'])
    .where('token_hash', '=', hashToken(body.token))
    .where('purpose', '=', 'autologin')
    .where('one_time_tokens.brand_id', '=', site.brandId)
    .where('members.state', '=', 'active')
    .whereRef('members.email', '=', 'one_time_tokens.email')
    .executeTakeFirst()
  if (!member || (await countAttempt(deps.db, `link again ${member.id}`, deps.clock())) > 3) return
  const led = decodeRed(body.red ?? '')
  await deps.db.transaction().execute(async (tx) => {
    const link = await autologinLink(tx, deps, {
      site,
      memberId: member.id,
      email: member.email,
      clickid: member.clickid,
      target: 'target' in led ? led.target : '/find',
    })
    await deps.enqueueEmail(tx, {
      brandId: site.brandId,
      memberId: member.id,
      kind: 'sign-in-link',
      to: member.email,
      locale: member.locale as Locale,
      props: { link },
    })
  })
}

/**
 * Records the link that brought the member. The click id of a remarketing email is only stored with the member's
 * consent.
 * @throws Failure 404 for another member's tracker id, 400 for malformed headers
 */
export async function recordEntry(
  deps: IdentityDeps,
  { params, member, request }: Call<typeof routes.user>,
): Promise<void> {
  own(member, params.trackerId)
  const said = entryHeaders.safeParse(request.headers)
  if (!said.success)
    throw new Failure(400, 'invalid', {
      field: String(said.error.issues[0]?.path[0]),
      message: 'This header does not match the documentation: see /api/docs/openapi.json',
    })
  const { 'autologin-type': type, 'autologin-event': event, 'remarketing-clickid': remarketing } = said.data
  if (type === undefined && event === undefined && remarketing === undefined) return
  const consent =
    remarketing === undefined
      ? undefined
      : await deps.db
          .selectFrom('consents')
          .select('granted')
          .where('member_id', '=', member.memberId)
          .where('kind', '=', 'remarketing')
          .orderBy('given_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
  const detail = {
    ...(type && { type }),
    ...(event && { event }),
    ...(consent?.granted && { remarketingClickid: remarketing }),
  }
  if (Object.keys(detail).length === 0) return
  await deps.db
    .insertInto('member_events')
    .values({
      member_id: member.memberId,
      id: newId(),
      kind: 'autologin',
      detail: JSON.stringify(detail),
      created_at: deps.clock(),
    })
    .execute()
}
