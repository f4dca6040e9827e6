import type { AccountChange } from '@incontro/contract/admin'
import type { Locale } from '@incontro/contract'
import { makeLinkToken } from '#modules/identity/index.ts'
import { isInForce, refreshFindable } from '#modules/members/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { recordChange } from './account-log.ts'
import type { AccountDeps } from './deps.ts'

type ClosedState = 'deactivated' | 'suspended' | 'deleting'

export interface Reopening {
  readonly memberId: string
  /** The states from which it may be reopened. */
  readonly from: readonly ClosedState[]
  readonly change: AccountChange
  readonly madeBy: string
  readonly reason: string
  /** Origin of the site, for the links in the email. */
  readonly origin: string
}

/** What a reopened account is now: suspended, if that was decided while its member had closed it. */
export type Reopened = 'active' | 'suspended'

/**
 * Reopens a closed account with everything in it, in the caller's transaction, and notifies the member.
 * @returns undefined when it was in none of these states
 */
export async function reopen(
  tx: Tx,
  deps: Pick<AccountDeps, 'enqueueEmail'>,
  input: Reopening,
  at: Date,
): Promise<Reopened | undefined> {
  const { memberId, origin } = input
  const before = await tx
    .selectFrom('members')
    .select('state')
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  const state = await reopenSilently(tx, input, at)
  if (!state) return undefined
  const member = await tx
    .selectFrom('members')
    .select(['brand_id', 'email', 'email_confirmed_at', 'locale'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const { brand_id: brandId, email } = member
  const suspended = state === 'suspended'
  if (member.email_confirmed_at)
    await deps.enqueueEmail(tx, {
      brandId,
      memberId,
      kind: 'account-restored',
      to: email,
      locale: member.locale as Locale,
      props: suspended
        ? {
            suspended,
            ...(before?.state === 'deactivated' && { deactivated: true as const }),
            // A suspended member has no session.
            link: `${origin}/cases?token=${await makeLinkToken(tx, { purpose: 'read_cases', brandId, memberId, email, at })}`,
          }
        : { link: `${origin}/login` },
    })
  return state
}

/** The same without a mail. */
export async function reopenSilently(
  tx: Tx,
  { memberId, from, change, madeBy, reason }: Omit<Reopening, 'origin'>,
  at: Date,
): Promise<Reopened | undefined> {
  const member = await tx
    .selectFrom('members')
    .select('state')
    .where('id', '=', memberId)
    .where('state', 'in', from)
    .forUpdate()
    .executeTakeFirst()
  if (!member) return undefined
  // Once the erasure has started, parts of the account may be erased. Asked under the lock, which the start takes, too.
  const begun = await tx.selectFrom('erasures').select('step').where('member_id', '=', memberId).executeTakeFirst()
  if (begun) return undefined
  // What was decided while its member had closed it applies now; a suspended one is opened by who may end that.
  const isSuspended = member.state !== 'suspended' && (await isInForce(tx, memberId, ['suspension', 'removal'], at))
  const state = isSuspended ? 'suspended' : 'active'
  await tx.updateTable('members').set({ state, deletion_due_at: null }).where('id', '=', memberId).execute()
  await tx
    .deleteFrom('one_time_tokens')
    .where('member_id', '=', memberId)
    .where('purpose', '=', 'keep_account')
    .execute()
  await refreshFindable(tx, memberId)
  await recordChange(tx, { memberId, change, madeBy, reason, at })
  return state
}
