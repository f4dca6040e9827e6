import type { Executor } from '#platform/database/database.ts'
import type { Attempt } from '../attempts/attempts.ts'

/** What disputes of the payments credited to an order took of its time. */
export interface RevokedCredit {
  /** The share of its price that these payments had paid. */
  readonly part: number
  readonly ms: number
}

const nothing: RevokedCredit = { part: 0, ms: 0 }

/** What is revoked of an order because a payment credited to it, directly or before, is contested or was lost. */
export async function revokedCredit(
  executor: Executor,
  attempt: Pick<Attempt, 'id' | 'member_id' | 'granted_at' | 'amount_minor' | 'credit_minor'>,
): Promise<RevokedCredit> {
  const { granted_at: grantedAt } = attempt
  if (attempt.credit_minor === 0 || grantedAt === null) return nothing
  const credited = await executor
    .selectFrom('payment_attempts as a')
    .leftJoin('disputes as d', (join) =>
      join.onRef('d.attempt_id', '=', 'a.id').on('d.state', '<>', 'won').on('d.opened_at', '>=', grantedAt),
    )
    .select(['a.id', 'a.replaced_by', 'a.credited_minor', 'a.amount_minor', 'a.credit_minor', 'd.unused_ms'])
    .where('a.member_id', '=', attempt.member_id)
    .where('a.replaced_by', 'is not', null)
    .execute()
  const below = (to: Pick<Attempt, 'id' | 'amount_minor' | 'credit_minor'>, share: number): RevokedCredit => {
    const value = to.amount_minor + to.credit_minor
    return credited
      .filter(({ replaced_by: by }) => by === to.id)
      .map((from) => {
        const part = value === 0 ? 0 : (share * (from.credited_minor ?? 0)) / value
        const earlier = below(from, part)
        return from.unused_ms === null ? earlier : { part, ms: Number(from.unused_ms) + earlier.ms }
      })
      .reduce((sum, one) => ({ part: sum.part + one.part, ms: sum.ms + one.ms }), nothing)
  }
  return below(attempt, 1)
}

/** The unused part of an order without what was revoked: time of it, and of the share of its price that it paid itself. */
export function withoutRevoked<U extends { readonly share: number; readonly unusedMs: number }>(
  unused: U,
  { term_start: start, term_end: end }: Pick<Attempt, 'term_start' | 'term_end'>,
  { part, ms }: RevokedCredit,
): U {
  if (ms === 0 || !start || !end) return unused
  const left = unused.share - ms / (end.getTime() - start.getTime())
  return {
    ...unused,
    share: part < 1 ? Math.min(unused.share, Math.max(0, left) / (1 - part)) : 0,
    unusedMs: Math.max(0, unused.unusedMs - ms),
  }
}
