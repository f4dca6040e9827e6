import { sql, type Updateable } from 'kysely'
import type { PaymentAttempt } from '#platform/database/database-types.ts'
import type { Tx } from '#platform/database/database.ts'
import type { PaymentDeps } from '../deps.ts'
import { isOpen } from './attempt-machine.ts'
import { lockAttempt, recordTransition, type Attempt, type Flag } from './attempts.ts'

/*
 * Why a payment waits for a person. It may wait for several reasons: the first one is in columns of its own, by which
 * those that wait are found, and the further ones are behind it until it is taken off.
 */

/** The flag of an attempt whose outcome its provider did not report. */
export const unresolved = 'unresolved'

/** Flags of money that came and for which nothing can be granted. */
export const paidUngranted = ['other_amount', 'paid_after_close', 'paid_after_erasing', 'credit_gone'] as const

/** Flags about the outcome of the order itself, which is decided when one of them is taken off. */
const outcomes: readonly string[] = [unresolved, ...paidUngranted]

type Flagged = Pick<Attempt, 'flagged' | 'flagged_at' | 'further_flags' | 'updated_at'>

const allOf = ({ flagged, flagged_at: at, further_flags: further, updated_at: updatedAt }: Flagged): readonly Flag[] =>
  flagged === null ? further : [{ reason: flagged, at: (at ?? updatedAt).toISOString() }, ...further]

/** The reasons for which a payment waits, the first one first. */
export const flagsOf = (attempt: Pick<Attempt, 'flagged' | 'further_flags'>): readonly string[] => [
  ...(attempt.flagged === null ? [] : [attempt.flagged]),
  ...furtherReasons(attempt.further_flags),
]

/** The reasons behind the first one, of the column. */
export const furtherReasons = (stored: unknown): string[] => (stored as readonly Flag[]).map(({ reason }) => reason)

export const isFlagged = (attempt: Pick<Attempt, 'flagged' | 'further_flags'>, reason: string): boolean =>
  flagsOf(attempt).includes(reason)

type Changes = Required<Pick<Updateable<PaymentAttempt>, 'flagged' | 'flagged_at' | 'further_flags'>>

const stored = ([first, ...further]: readonly Flag[]): Changes => ({
  flagged: first?.reason ?? null,
  flagged_at: first ? new Date(first.at) : null,
  further_flags: JSON.stringify(further),
})

/** The columns with a further reason, behind those that are there. */
export const withFlag = (attempt: Flagged, reason: string, at: Date): Changes =>
  stored(isFlagged(attempt, reason) ? allOf(attempt) : [...allOf(attempt), { reason, at: at.toISOString() }])

/** The columns with a reason before the others, by which a job finds what is due, in place of one that is over. */
export function withFlagFirst(
  attempt: Flagged,
  reason: string,
  { insteadOf, at }: { readonly insteadOf: string; readonly at: Date },
): Changes {
  const all = allOf(attempt)
  const same = all.find((one) => one.reason === reason)
  return stored([
    same ?? { reason, at: at.toISOString() },
    ...all.filter((one) => one !== same && one.reason !== insteadOf),
  ])
}

/** The columns without these reasons; the next one takes the place of the first. */
export const withoutFlags = (attempt: Flagged, ...reasons: readonly string[]): Changes =>
  stored(allOf(attempt).filter(({ reason }) => !reasons.includes(reason)))

/** Flags an attempt for a manual decision, beside what it waits for already. @returns the attempt afterwards */
export async function flag(
  deps: Pick<PaymentDeps, 'clock' | 'log'>,
  tx: Tx,
  { id }: Pick<Attempt, 'id'>,
  reason: string,
): Promise<Attempt> {
  const attempt = await lockAttempt(tx, id)
  deps.log.error({ attempt: id, state: attempt.state, reason }, 'a payment needs a person')
  await tx
    .updateTable('payment_attempts')
    .set(withFlag(attempt, reason, deps.clock()))
    .where('id', '=', id)
    .execute()
  return lockAttempt(tx, id)
}

/**
 * Takes flags off. An attempt that granted nothing and is still open fails with the last of them, or with one that is
 * about its own outcome. The caller holds the attempt's lock.
 */
export async function takeOff(
  deps: Pick<PaymentDeps, 'clock'>,
  tx: Tx,
  attempt: Attempt,
  reasons: readonly string[],
  cause: string,
): Promise<void> {
  const now = deps.clock()
  const left = withoutFlags(attempt, ...reasons)
  const isDecided = left.flagged === null || reasons.some((reason) => outcomes.includes(reason))
  const givenUp = isDecided && attempt.granted_at === null && isOpen(attempt.state)
  const state = givenUp ? 'failed' : attempt.state
  await tx
    .updateTable('payment_attempts')
    .set({
      state,
      ...left,
      updated_at: now,
      ...(givenUp ? { check_at: null, sealed_request: null, action: null } : {}),
    })
    .where('id', '=', attempt.id)
    .execute()
  await recordTransition(tx, { attemptId: attempt.id, from: attempt.state, to: state, cause, at: now })
}

/** Of one sweep; the next one continues. */
const mostPromoted = 1000

/**
 * Puts the first of the further reasons in the place of one that is gone. A process of version 0.2, which serves during
 * an upgrade, takes a flag off without knowing those behind it, and nothing else would find them. A statement of the
 * sweep, since a trigger would run at every change of every payment, for good, and rules stand in code here.
 */
export async function promoteFurther({ db }: Pick<PaymentDeps, 'db'>): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({
      flagged: sql<string>`further_flags -> 0 ->> 'reason'`,
      flagged_at: sql<Date>`(further_flags -> 0 ->> 'at')::timestamptz`,
      further_flags: sql<string>`further_flags - 0`,
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('payment_attempts')
        .select('id')
        .where('flagged', 'is', null)
        .where(sql<boolean>`further_flags <> '[]'::jsonb`)
        .orderBy('id')
        .limit(mostPromoted)
        // Who has one locked is changing its flags now.
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}
