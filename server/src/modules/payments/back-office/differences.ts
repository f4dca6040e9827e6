import type { Tx } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import type { Attempt } from '../attempts/attempts.ts'
import type { ProviderState } from '../port.ts'

export interface Difference {
  readonly attempt: Attempt
  readonly what: 'amount' | 'reference' | 'state' | 'refund' | 'unanswered'
  /** The provider's value, as text, beside ours. */
  readonly theirs: string
  readonly ours: string
  readonly reported: ProviderState
}

/**
 * Stores a difference until a person settles it. @returns whether it waits: one that is found again as it was settled is
 * known
 */
export async function keepDifference(
  tx: Tx,
  { attempt, what, reported }: Pick<Difference, 'attempt' | 'what' | 'reported'>,
  at: Date,
): Promise<boolean> {
  const theirs = what === 'refund' ? (reported.refunded ?? null) : reported.amount
  const { settled_at: settledAt } = await tx
    .insertInto('payment_differences')
    .values({
      id: newId(),
      attempt_id: attempt.id,
      brand_id: attempt.brand_id,
      what,
      ours_state: attempt.state,
      ours_minor: what === 'refund' ? attempt.refunded_minor : attempt.amount_minor,
      ours_currency: attempt.currency,
      theirs_state: reported.state,
      theirs_minor: theirs?.minor ?? null,
      theirs_currency: theirs?.currency ?? null,
      theirs_reference: what === 'reference' ? reported.reference : null,
      found_at: at,
      seen_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['attempt_id', 'what', 'theirs_state', 'theirs_minor', 'theirs_currency', 'theirs_reference'])
        .doUpdateSet({ seen_at: at }),
    )
    .returning('settled_at')
    .executeTakeFirstOrThrow()
  return settledAt === null
}

/** The flag that a difference puts on its payment. */
export const flagOfDifference = (what: string): string => `differs_${what}`

/** A flag that is resolved settles what it was about. */
export async function settleFlagged(
  tx: Tx,
  { id }: Pick<Attempt, 'id'>,
  flagged: string,
  by: { readonly madeBy: string; readonly reason: string; readonly at: Date },
): Promise<void> {
  if (!flagged.startsWith(flagOfDifference(''))) return
  await tx
    .updateTable('payment_differences')
    .set({ settled_at: by.at, settled_by: by.madeBy, settled_reason: by.reason })
    .where('attempt_id', '=', id)
    .where('what', '=', flagged.slice(flagOfDifference('').length))
    .where('settled_at', 'is', null)
    .execute()
}
