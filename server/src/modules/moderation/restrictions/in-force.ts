import type { RestrictionKind } from '@incontro/contract'
import type { Executor } from '#platform/database/database.ts'

/** Whether a restriction of one of these kinds is in force. Lock the member before acting on the answer. */
export async function isInForce(
  executor: Executor,
  memberId: string,
  kinds: readonly RestrictionKind[],
  at: Date,
): Promise<boolean> {
  if (kinds.length === 0) return false
  const row = await executor
    .selectFrom('restrictions')
    .select('id')
    .where('member_id', '=', memberId)
    .where('kind', 'in', kinds)
    .where('lifted_at', 'is', null)
    .where((eb) => eb.or([eb('until_at', 'is', null), eb('until_at', '>', at)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The end of the last restriction of a kind that is still in force. */
export async function endOf(
  executor: Executor,
  memberId: string,
  kind: RestrictionKind,
  at: Date,
): Promise<Date | null> {
  const row = await executor
    .selectFrom('restrictions')
    .select('until_at')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('lifted_at', 'is', null)
    .where('until_at', '>', at)
    .orderBy('until_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.until_at ?? null
}
