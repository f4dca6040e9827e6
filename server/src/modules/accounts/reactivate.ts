import type { AccountDeps } from './deps.ts'
import { reopen } from './reopen.ts'

export type Reactivation = 'reactivated' | 'open already' | 'unknown'

/**
 * Reopens an account that was deactivated, suspended or is waiting to be erased. Author and reason are recorded
 * (decision 3.5).
 */
export async function reactivateMember(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'enqueueEmail'>,
  input: {
    readonly brandId: string
    readonly email: string
    readonly madeBy: string
    readonly reason: string
    readonly origin: string
  },
): Promise<Reactivation> {
  const { brandId, madeBy, reason, origin } = input
  return deps.db.transaction().execute(async (tx) => {
    const owner = await tx
      .selectFrom('member_emails')
      .select('member_id')
      .where('brand_id', '=', brandId)
      .where('email', '=', input.email.toLowerCase())
      .executeTakeFirst()
    if (!owner) return 'unknown'
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
    return done ? 'reactivated' : 'open already'
  })
}
