import { normaliseEmail } from '@incontro/contract'
import type { Database, Tx } from '#platform/database/database.ts'
import { move, type WalletAccount } from '#modules/credits/index.ts'
import { recordMemberAction } from '#modules/audit/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import { postSystemMessage } from '#modules/outreach/index.ts'
import { recordChange } from './account-log.ts'

export interface Grant {
  readonly brandId: string
  readonly email: string
  readonly account: WalletAccount
  /** In units a member sees: messages, first messages or likes. */
  readonly count: number
  /** Reference such as a ticket number: a member gets credits once per reference. */
  readonly reference: string
  readonly reason: string
  /** `command:NAME` or `staff:ID`. */
  readonly madeBy: string
  /** Of the staff member. */
  readonly address?: string
}

/**
 * Grants credits to a member: a ledger entry from `house:support`, author and reason in the account's log, and a
 * message to the member.
 */
export const grantCredits = (
  deps: { readonly db: Database; readonly flows: Flows; readonly clock: () => Date },
  grant: Grant,
): Promise<GrantOutcome> => deps.db.transaction().execute((tx) => grantCreditsIn(tx, deps, grant))

export type GrantOutcome = 'granted' | 'granted before' | 'closed' | 'unknown'

/** `grantCredits` as the last statements of a transaction. */
export async function grantCreditsIn(
  tx: Tx,
  { flows, clock }: { readonly flows: Flows; readonly clock: () => Date },
  { brandId, email, account, count, reference, reason, madeBy, address }: Grant,
): Promise<GrantOutcome> {
  const owner = await tx
    .selectFrom('member_emails as e')
    .innerJoin('members as m', 'm.id', 'e.member_id')
    .select(['m.id', 'm.state', 'm.level', 'm.flow_id'])
    .where('e.brand_id', '=', brandId)
    .where('e.email', '=', normaliseEmail(email))
    .forNoKeyUpdate('m')
    .executeTakeFirst()
  if (!owner) return 'unknown'
  if (owner.state !== 'active') return 'closed'
  const at = clock()
  // A message costs a paying member the flow's price: five granted messages must pay for five messages (rule
  // 12.15).
  const each = account === 'messages' && owner.level > 0 ? flows.of(brandId, owner.flow_id).messageCost : 1
  const { outcome } = await move(tx, {
    memberId: owner.id,
    brandId,
    account,
    house: 'support',
    amount: count * each,
    key: `grant:${reference}`,
    at,
  })
  if (outcome !== 'moved') return 'granted before'
  const what = `${count} ${account} (${reference}): ${reason}`
  await recordChange(tx, { memberId: owner.id, change: 'credits_granted', madeBy, reason: what, at })
  await postSystemMessage(tx, {
    memberId: owner.id,
    conversation: '111111',
    kind: 'credits-granted',
    facts: { account, count },
    at,
  })
  await recordMemberAction(tx, {
    memberId: owner.id,
    madeBy,
    address,
    action: 'credits_granted',
    reason,
    detail: { account, count, reference },
    at,
  })
  return 'granted'
}
