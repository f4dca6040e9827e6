import type { Executor } from '#platform/database/database.ts'

/**
 * Whether a member has bought something before, for whom nothing is an offer for new members any more: also if they are
 * at level 0 again, after a dispute or after a withdrawal from what they had used in part. Who withdrew from all of it has
 * not.
 */
export async function hasBought(executor: Executor, memberId: string): Promise<boolean> {
  const bought = await executor
    .selectFrom('payment_attempts as a')
    .select('a.id')
    .where('a.member_id', '=', memberId)
    .where('a.granted_at', 'is not', null)
    .where('a.amount_minor', '>', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refunds as r')
            .select('r.id')
            .whereRef('r.attempt_id', '=', 'a.id')
            .whereRef('r.amount_minor', '>=', 'a.amount_minor')
            .where('r.reason', '=', 'withdrawal'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return bought !== undefined
}
