import type { AccountChange } from '@incontro/contract/admin'
import type { Locale } from '@incontro/contract'
import { refreshFindable } from '#modules/members/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { recordChange } from './account-log.ts'
import type { AccountDeps } from './deps.ts'

export interface Reopening {
  readonly memberId: string
  /** The states from which it may be reopened. */
  readonly from: readonly ('deactivated' | 'suspended' | 'deleting')[]
  readonly change: AccountChange
  readonly madeBy: string
  readonly reason: string
  /** Origin of the site, for the links in the email. */
  readonly origin: string
}

/**
 * Reopens a closed account with everything in it, in the caller's transaction, and notifies the member.
 * @returns false when it was in none of these states
 */
export async function reopen(
  tx: Tx,
  deps: Pick<AccountDeps, 'enqueueEmail'>,
  input: Reopening,
  at: Date,
): Promise<boolean> {
  const { memberId, change, madeBy, reason, origin } = input
  const member = await tx
    .updateTable('members')
    .set({ state: 'active', deletion_due_at: null })
    .where('id', '=', memberId)
    .where('state', 'in', input.from)
    // Once the erasure has started, parts of the account may be erased.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('erasures').select('step').whereRef('erasures.member_id', '=', 'members.id'))),
    )
    .returning(['brand_id', 'email', 'email_confirmed_at', 'locale'])
    .executeTakeFirst()
  if (!member) return false
  await tx
    .deleteFrom('one_time_tokens')
    .where('member_id', '=', memberId)
    .where('purpose', '=', 'keep_account')
    .execute()
  await refreshFindable(tx, memberId)
  await recordChange(tx, { memberId, change, madeBy, reason, at })
  if (member.email_confirmed_at) {
    await deps.enqueueEmail(tx, {
      brandId: member.brand_id,
      memberId,
      kind: 'account-restored',
      to: member.email,
      locale: member.locale as Locale,
      props: { link: `${origin}/login` },
    })
  }
  return true
}
