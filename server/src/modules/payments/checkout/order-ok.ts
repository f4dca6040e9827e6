import { routes } from '@incontro/contract'
import type { Principal } from '#platform/caller.ts'
import { own, type Http } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { isUuid } from '#platform/ids.ts'
import { attemptByProvider, attemptOf, type Attempt } from '../attempts/attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import { statusOf } from './check-status.ts'

/**
 * For clients that the provider's script notifies of an approval. The request only names the order to look up; plan,
 * price and state come from us and the provider.
 */
export function orderOkRoute(http: Http, deps: PaymentDeps): void {
  http.bind(routes.orderOk, async ({ member, params, body }) => {
    own(member, body.request.clickid)
    const attempt = await attemptNamed(deps, member, { provider: params.provider, id: body.response.id })
    if (!attempt) throw notFound()
    return statusOf(deps, attempt)
  })
}

/** The member's attempt with this provider id. A paid one has another id by then, so the provider is asked. */
async function attemptNamed(
  deps: PaymentDeps,
  { memberId, brandId }: Principal,
  { provider: name, id }: { readonly provider: string; readonly id: string },
): Promise<Attempt | undefined> {
  const known = await attemptByProvider(deps.db, memberId, name, id)
  if (known) return known
  const events = (await deps.connections.of(brandId, name)?.provider.fetchEvents?.(id)) ?? []
  const reference = events[0]?.state.reference
  if (!reference || !isUuid(reference)) return undefined
  const attempt = await attemptOf(deps.db, reference)
  return attempt?.member_id === memberId && attempt.provider === name ? attempt : undefined
}
