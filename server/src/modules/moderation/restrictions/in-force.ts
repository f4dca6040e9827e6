import type { RestrictionKind } from '@incontro/contract'
import type { Executor } from '#platform/database/database.ts'

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
