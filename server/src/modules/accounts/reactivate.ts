import { normaliseEmail } from '@incontro/contract'
import type { Executor, Tx } from '#platform/database/database.ts'
import type { AccountDeps } from './deps.ts'
import { recordMemberAction } from '#modules/audit/index.ts'
import { reopen } from './reopen.ts'

/**
 * `suspended`: the account is not erased any more, but what moderators decided meanwhile is in force.
 * `suspended_by_same`: a suspended member was promised that another person looks at the case again.
 */
export type Reactivation = 'reactivated' | 'suspended' | 'open already' | 'unknown' | 'suspended_by_same'

/**
 * Reopens an account that was deactivated, suspended or is waiting to be erased. Author and reason are recorded
 * (rule 3.5).
 */
export const reactivateMember = (
  deps: Pick<AccountDeps, 'db' | 'clock' | 'enqueueEmail'>,
  input: Reactivating,
): Promise<Reactivation> => deps.db.transaction().execute((tx) => reactivateMemberIn(tx, deps, input))

interface Reactivating {
  readonly brandId: string
  readonly email: string
  readonly madeBy: string
  readonly reason: string
  readonly origin: string
  /** Of the staff member. */
  readonly address?: string
  /** Called in the same transaction when the account is open again. */
  readonly also?: (tx: Tx, memberId: string) => Promise<void>
}

/** `reactivateMember` as the last statements of a transaction. */
export async function reactivateMemberIn(
  tx: Tx,
  deps: Pick<AccountDeps, 'clock' | 'enqueueEmail'>,
  input: Reactivating,
): Promise<Reactivation> {
  const { brandId, madeBy, reason, origin } = input
  const owner = await tx
    .selectFrom('member_emails')
    .select('member_id')
    .where('brand_id', '=', brandId)
    .where('email', '=', normaliseEmail(input.email))
    .executeTakeFirst()
  if (!owner) return 'unknown'
  if ((await suspendedBy(tx, owner.member_id)) === madeBy) return 'suspended_by_same'
  const done = await reopen(
    tx,
    deps,
    {
      memberId: owner.member_id,
      from: ['deactivated', 'suspended', 'deleting'],
      change: 'reactivated',
      madeBy,
      reason,
      origin,
    },
    deps.clock(),
  )
  if (!done) return 'open already'
  const isOpen = done === 'active'
  if (isOpen) await input.also?.(tx, owner.member_id)
  await recordMemberAction(tx, {
    memberId: owner.member_id,
    madeBy,
    address: input.address,
    action: 'member_reactivated',
    reason,
    ...(!isOpen && { detail: { after: { state: done } } }),
    at: deps.clock(),
  })
  return isOpen ? 'reactivated' : 'suspended'
}

/** Who suspended the member, if the account is suspended. */
async function suspendedBy(executor: Executor, memberId: string): Promise<string | undefined> {
  const change = await executor
    .selectFrom('account_changes as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .select('c.made_by')
    .where('c.member_id', '=', memberId)
    .where('c.change', '=', 'suspended')
    .where('m.state', '=', 'suspended')
    .orderBy('c.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return change?.made_by
}

/**
 * Opens a suspended account again, in the caller's transaction, and notifies the member.
 * @returns false when it is not suspended
 */
export const reopenSuspended = async (
  tx: Tx,
  deps: Pick<AccountDeps, 'enqueueEmail'>,
  input: { readonly memberId: string; readonly madeBy: string; readonly reason: string; readonly origin: string },
  at: Date,
): Promise<boolean> =>
  (await reopen(tx, deps, { ...input, from: ['suspended'], change: 'reactivated' }, at)) !== undefined
