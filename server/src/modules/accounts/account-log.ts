import type { Executor } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'

export type AccountChange =
  | 'deactivated'
  | 'suspended'
  | 'reactivated'
  | 'deletion_asked'
  | 'deletion_called_off'
  | 'email_changed'
  | 'email_change_undone'
  | 'credits_granted'

export interface Entry {
  readonly memberId: string
  readonly change: AccountChange
  /** `member`, or who of the company and how: `command:anna`. */
  readonly madeBy: string
  readonly reason: string
  readonly at: Date
}

/** Writes down what became of an account, in the transaction that changes it. */
export async function recordChange(tx: Executor, { memberId, change, madeBy, reason, at }: Entry): Promise<void> {
  await tx
    .insertInto('account_changes')
    .values({ member_id: memberId, id: newId(), change, made_by: madeBy, reason, created_at: at })
    .execute()
}
