import type { AccountChange } from '@incontro/contract/admin'
import type { Locale } from '@incontro/contract'
import { cancelSubscription, currentSubscription } from '#modules/subscriptions/index.ts'
import { refreshFindable } from '#modules/members/index.ts'
import { cancelVerification } from '#modules/photos/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { recordChange } from './account-log.ts'
import type { AccountDeps } from './deps.ts'

export interface Closing {
  readonly memberId: string
  /** `deleting` is erased at `eraseAt`. */
  readonly to: 'deactivated' | 'suspended' | 'deleting'
  readonly eraseAt?: Date
  /** What is recorded; by default what it is for members and support. */
  readonly change?: AccountChange
  readonly madeBy: string
  readonly reason: string
  /** It is opened again at a time that is known: a paid term is paused instead, and goes on then. */
  readonly keepsTerm?: boolean
}

export interface Closed {
  readonly memberId: string
  readonly brandId: string
  readonly email: string
  /** Whether the address was confirmed: an unconfirmed one may belong to a stranger and gets no mail. */
  readonly emailConfirmed: boolean
  readonly locale: Locale
  /** When the paid period of a running plan ends. */
  readonly planEndsAt: Date | null
}

/**
 * Closes an open account, in the caller's transaction: hides the member, ends every session and link, cancels a photo
 * verification that is not decided and stops renewals. Links that undo a change of email stay, for an owner who was locked out by it. Call `closeSockets` after
 * the commit.
 * @returns undefined when the account is not open
 */
export async function close(tx: Tx, closing: Closing, at: Date): Promise<Closed | undefined> {
  const { memberId, to } = closing
  const member = await tx
    .selectFrom('members')
    .select(['brand_id', 'email', 'email_confirmed_at', 'locale', 'state'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (member?.state !== 'active') return undefined
  await tx
    .updateTable('members')
    .set({ state: to, deletion_due_at: closing.eraseAt ?? null })
    .where('id', '=', memberId)
    .execute()
  await refreshFindable(tx, memberId)
  await tx.deleteFrom('sessions').where('member_id', '=', memberId).execute()
  await tx
    .deleteFrom('one_time_tokens')
    .where('member_id', '=', memberId)
    .where('purpose', '<>', 'undo_email_change')
    .execute()
  await cancelVerification(tx, memberId)
  const term = await currentSubscription(tx, memberId, at)
  if (!closing.keepsTerm) await cancelSubscription(tx, memberId, at)
  await recordChange(tx, {
    memberId,
    change: closing.change ?? (to === 'deleting' ? 'deletion_asked' : to),
    madeBy: closing.madeBy,
    reason: closing.reason,
    at,
  })
  return {
    memberId,
    brandId: member.brand_id,
    email: member.email,
    emailConfirmed: member.email_confirmed_at !== null,
    locale: member.locale as Locale,
    planEndsAt: term && term.period_end > at ? term.period_end : null,
  }
}

/** Call after the commit: notifies open browsers and closes their sockets. */
export const closeSockets = (deps: Pick<AccountDeps, 'realtime'>, memberId: string): void =>
  deps.realtime.end(memberId, null, 'account')
