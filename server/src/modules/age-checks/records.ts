import type { Executor, Tx } from '#platform/database/database.ts'

/** Everything that is stored about a check. */
export interface AgeCheck {
  readonly memberId: string
  readonly result: 'over_18' | 'under_18'
  readonly method: 'card' | 'wallet'
  readonly at: Date
}

/** The newest result counts, except that a card, which proves less, never replaces a wallet's result. */
export async function recordAgeCheck(tx: Tx, { memberId, result, method, at }: AgeCheck): Promise<void> {
  await tx
    .insertInto('age_checks')
    .values({ member_id: memberId, result, method, checked_at: at })
    .onConflict((conflict) =>
      conflict
        .column('member_id')
        .doUpdateSet({ result, method, checked_at: at })
        .where((eb) =>
          method === 'card' ? eb('age_checks.method', '=', 'card') : eb('age_checks.method', 'is not', null),
        ),
    )
    .execute()
}

/** The result of the member's check; null before it. */
export async function ageCheckResult(executor: Executor, memberId: string): Promise<AgeCheck['result'] | null> {
  const row = await executor
    .selectFrom('age_checks')
    .select('result')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return (row?.result as AgeCheck['result'] | undefined) ?? null
}
