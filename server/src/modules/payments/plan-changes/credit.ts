import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { worthNothing } from '../attempts/attempt-machine.ts'
import { attemptColumns, toAttempt, type Attempt } from '../attempts/attempts.ts'
import { memberTimeZone } from '../member-country.ts'
import { unusedOf } from '../withdrawals/refundable.ts'

/** A payment, and the value of its unused time. */
export interface UnusedPayment {
  readonly attempt: Attempt
  readonly creditMinor: number
  /**
   * What it may have been worth at the time asked about, if a suspension has paused it since: the days used before the
   * pause count as used, and those between are not known any more. Otherwise the same as `creditMinor`.
   */
  readonly mostMinor: number
}

interface Refund {
  readonly attempt_id: string
  readonly amount_minor: number
  readonly created_at: Date
}

/**
 * The unused part of what the member paid for the time that runs at `at`, payment by payment: net of refunds, by whole
 * days, a begun one counting as unused, fractions rounded up. Null if it cannot be computed now: a payment is contested
 * or was not paid after all, in another currency, or sold with credits.
 */
export async function unusedPayments(
  executor: Executor,
  { memberId, currency, at }: { readonly memberId: string; readonly currency: string; readonly at: Date },
): Promise<readonly UnusedPayment[] | null> {
  const rows = await executor
    .selectFrom('payment_attempts')
    .select(attemptColumns)
    .where('member_id', '=', memberId)
    .where('granted_at', '<=', at)
    .where('term_end', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('granted_at')
    .execute()
  const paid = rows.map(toAttempt)
  const running = paid.filter(({ replaced_by: to, term_end: end }) => to === null && end !== null && end > at)
  const behind = running.flatMap((attempt) => [attempt, ...creditedTo(attempt, paid)])
  const isClear = behind.every(
    ({ state, flagged, currency: theirs }) => !worthNothing.includes(state) && flagged === null && theirs === currency,
  )
  if (!isClear || running.some(({ plan }) => plan.credits > 0)) return null
  const refunds = await refundsOf(executor, behind)
  const timeZone = await memberTimeZone(executor, memberId)
  return running.map((attempt) => {
    const valueMinor = valueOf(attempt, paid, refunds)
    const { share } = unusedOf(attempt, 0, at, { timeZone })
    const creditMinor = Math.max(0, Math.ceil(valueMinor * share - 1e-9))
    const isPaused = attempt.term_resumes_at !== null && attempt.term_resumes_at > at
    const isRefunded = refunds.some(({ created_at: since }) => since > at)
    return { attempt, creditMinor, mostMinor: isPaused && !isRefunded ? Math.max(0, valueMinor) : creditMinor }
  })
}

/** The payments whose unused part was credited to this one, and to those. */
function creditedTo({ id }: Attempt, all: readonly Attempt[]): readonly Attempt[] {
  const direct = all.filter(({ replaced_by: to }) => to === id)
  return direct.flatMap((attempt) => [attempt, ...creditedTo(attempt, all)])
}

async function refundsOf(executor: Executor, attempts: readonly Attempt[]): Promise<readonly Refund[]> {
  if (attempts.length === 0) return []
  return executor
    .selectFrom('refunds')
    .select(['attempt_id', 'amount_minor', 'created_at'])
    .where(
      'attempt_id',
      'in',
      attempts.map(({ id }) => id),
    )
    .where('state', 'not in', [sql.lit('refused'), sql.lit('failed')])
    .execute()
}

/** What the whole term of a payment cost: what was paid and credited, less what was refunded of both. */
function valueOf(attempt: Attempt, all: readonly Attempt[], refunds: readonly Refund[]): number {
  const { id, granted_at: grantedAt } = attempt
  const refunded = (of: string, since: Date | null) =>
    refunds
      .filter((one) => one.attempt_id === of && (since === null || one.created_at > since))
      .reduce((sum, one) => sum + one.amount_minor, 0)
  const credited = all
    .filter(({ replaced_by: to }) => to === id)
    .reduce((sum, from) => {
      // What was refunded before was not credited.
      const since = [from, ...creditedTo(from, all)].reduce((total, one) => total + refunded(one.id, grantedAt), 0)
      return sum + Math.max(0, (from.credited_minor ?? 0) - since)
    }, 0)
  return attempt.amount_minor - Math.max(attempt.refunded_minor, refunded(id, null)) + credited
}
