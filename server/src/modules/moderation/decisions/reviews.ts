import type { ClauseKey, ReviewRefusal } from '@incontro/contract'
import { lockCaseOf } from '#modules/cases/index.ts'
import { isRefused, recordVerdict } from '#modules/reviews/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { recordContentDecision } from './record-content-decision.ts'
import { auditDecision } from './audit-decision.ts'
import { lastRefusedBy } from './record-decision.ts'
import type { ModerationDeps } from '../deps.ts'

export type ReviewDecision = { readonly madeBy: string } & (
  | { readonly verdict: 'publish' }
  | { readonly verdict: 'refuse'; readonly reason: ReviewRefusal }
)

/**
 * `unknown`: the brand has no such text to decide about: withdrawn, rewritten or decided meanwhile. `refused_by_same`: a
 * refused review is published on appeal, and its author was promised that another person reads it.
 */
export type ReviewOutcome = 'decided' | 'unknown' | 'refused_by_same'

/** Publishes or refuses a review, records the decision and notifies its author, in one transaction. */
export const decideReview = (
  deps: ModerationDeps,
  brandId: string,
  id: string,
  decision: ReviewDecision,
): Promise<ReviewOutcome> => {
  const at = deps.clock()
  return deps.db.transaction().execute(async (tx) => {
    // As where a decision is carried out, the case is locked before what it is about.
    await lockCaseOf(tx, { brandId, kind: 'review', subjectId: id })
    const outcome = await decideReviewIn(tx, deps, brandId, id, decision, { caseId: null, at })
    const refusal = decision.verdict === 'refuse' ? decision.reason : null
    if (outcome === 'decided') await auditDecision(tx, 'review', { ...decision, brandId, id, refusal, at })
    return outcome
  })
}

/** The same in the caller's transaction. A refusal is a restriction, against which its author can appeal. */
export async function decideReviewIn(
  tx: Tx,
  deps: ModerationDeps,
  brandId: string,
  id: string,
  decision: ReviewDecision,
  { caseId, at }: { readonly caseId: string | null; readonly at: Date },
): Promise<ReviewOutcome> {
  const { verdict, madeBy } = decision
  const reason = decision.verdict === 'refuse' ? decision.reason : null
  const isAppeal = verdict === 'publish' && (await isRefused(tx, brandId, id))
  if (isAppeal && (await lastRefusedBy(tx, brandId, 'review', id)) === madeBy) return 'refused_by_same'
  const author = await recordVerdict(tx, { brandId, id, verdict, reason, at })
  if (!author) return 'unknown'
  const { refused, ...receiver } = await recordContentDecision(tx, {
    brandId,
    memberId: author.memberId,
    caseId,
    content: { type: 'review', id, date: author.writtenAt },
    verdict,
    refusal: reason && { reason, clause: reviewClauses[reason] },
    origin: author.origin,
    madeBy,
    at,
  })
  const mail = { brandId, memberId: author.memberId, ...receiver }
  await deps.enqueueEmail(
    tx,
    reason === null || !refused
      ? { ...mail, kind: 'review-published', props: { link: `${author.origin}/reviews` } }
      : { ...mail, kind: 'review-refused', props: { ...refused, reason } },
  )
  return 'decided'
}

/** The rule that a refused review breaks. */
export const reviewClauses: Readonly<Record<ReviewRefusal, ClauseKey>> = {
  insults: 'harassment',
  personal_data: 'contact_details',
  advertising: 'advertising',
  unlawful: 'unlawful',
  off_topic: 'unsuitable',
  not_own: 'unsuitable',
}
