import type { routes } from '@incontro/contract'
import { memberByPassword, linkExpired, useLinkToken } from '#modules/identity/index.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import type { AccountDeps } from './deps.ts'
import { reopen, type Reopened } from './reopen.ts'

/**
 * Cancels a deletion, by the link of its email or by email and password.
 * @returns whether the account is open again
 * @throws Failure 401 `token_expired`, `mail_password_errati`; 409 `nothing_to_cancel`; and as signing in
 */
export async function cancelDeletion(deps: AccountDeps, call: Call<typeof routes.cancelDeletion>): Promise<Reopened> {
  const { body, site } = call
  const keep = { from: ['deleting'], change: 'deletion_called_off', madeBy: 'member', origin: site.origin } as const
  const at = deps.clock()
  if ('token' in body) {
    return deps.db.transaction().execute(async (tx) => {
      const link = await useLinkToken(tx, { token: body.token, purpose: 'keep_account', brandId: site.brandId, at })
      const kept =
        link && (await reopen(tx, deps, { ...keep, memberId: link.memberId, reason: 'by the link of the email' }, at))
      if (!kept) throw linkExpired()
      return kept
    })
  }
  const { id: memberId } = await memberByPassword(deps, call, body)
  const kept = await deps.db
    .transaction()
    .execute((tx) => reopen(tx, deps, { ...keep, memberId, reason: 'by signing in' }, at))
  if (!kept) throw new Failure(409, 'nothing_to_cancel', { message: 'This account is not being deleted' })
  return kept
}
