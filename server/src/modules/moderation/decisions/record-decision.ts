import type { Executor } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'

/** What can be brought before a moderator. */
export type Subject = 'report' | 'review' | 'photo' | 'verification'

/** A moderator's decision about something members wrote, showed or reported. */
export interface ModerationDecision {
  readonly brandId: string
  readonly subject: Subject
  readonly subjectId: string
  readonly verdict: 'upheld' | 'dismissed' | 'gone' | 'published' | 'refused' | 'approved'
  /** The statement of reasons, or the ground of a refusal; null where none is needed. */
  readonly reason: string | null
  /** `command:NAME` or `staff:ID`. */
  readonly madeBy: string
  readonly at: Date
}

/** Records a decision in the transaction that carries it out; all decisions go through here. */
export async function recordDecision(tx: Executor, decision: ModerationDecision): Promise<void> {
  await tx
    .insertInto('moderation_decisions')
    .values({
      brand_id: decision.brandId,
      id: newId(),
      subject: decision.subject,
      subject_id: decision.subjectId,
      verdict: decision.verdict,
      reason: decision.reason,
      made_by: decision.madeBy,
      created_at: decision.at,
    })
    .execute()
}

/** Who decided about it last, if that was a refusal: members are promised another person for an appeal. */
export async function lastRefusedBy(
  tx: Executor,
  brandId: string,
  subject: Subject,
  id: string,
): Promise<string | undefined> {
  const last = await tx
    .selectFrom('moderation_decisions')
    .select(['verdict', 'made_by'])
    .where('subject_id', '=', id)
    .where('brand_id', '=', brandId)
    .where('subject', '=', subject)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.verdict === 'refused' ? last.made_by : undefined
}
