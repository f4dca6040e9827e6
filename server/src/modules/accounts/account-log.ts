import type { AccountChange } from '@incontro/contract/admin'
import type { Executor } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'

export interface Entry {
  readonly memberId: string
  readonly change: AccountChange
  /** `member`, or the staff member and means: `command:anna`. */
  readonly madeBy: string
  readonly reason: string
  readonly at: Date
}

/** Records a change of an account, in the transaction that makes it. */
export async function recordChange(tx: Executor, { memberId, change, madeBy, reason, at }: Entry): Promise<void> {
  await tx
    .insertInto('account_changes')
    .values({ member_id: memberId, id: newId(), change, made_by: madeBy, reason, created_at: at })
    .execute()
}
