import type { ClauseKey, Locale, ReviewRefusal } from '@incontro/contract'
import { closeCase } from '#modules/cases/index.ts'
import { isRefused, recordVerdict } from '#modules/reviews/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { lastRefusedBy, recordDecision } from './record-decision.ts'
import type { ModerationDeps } from '../deps.ts'
import { recordRestriction } from '../restrictions/record-restriction.ts'
import { clauseOf } from './clauses.ts'

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
  return deps.db.transaction().execute((tx) => decideReviewIn(tx, deps, brandId, id, decision, { caseId: null, at }))
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
  const recorded = verdict === 'publish' ? 'published' : 'refused'
  await recordDecision(tx, { brandId, subject: 'review', subjectId: id, verdict: recorded, reason, madeBy, at })
  await closeCase(tx, { brandId, kind: 'review', subjectId: id, verdict, by: madeBy, at })
  const member = await tx
    .selectFrom('members')
    .select(['email', 'locale'])
    .where('id', '=', author.memberId)
    .executeTakeFirstOrThrow()
  const locale = member.locale as Locale
  if (reason !== null)
    await recordRestriction(tx, {
      brandId,
      memberId: author.memberId,
      caseId,
      kind: 'content_removed',
      until: null,
      clause: clauses[reason],
      facts: clauseOf(clauses[reason]).facts[locale],
      content: { type: 'review', id, date: author.writtenAt },
      source: 'member',
      madeBy,
      at,
    })
  const mail = { brandId, memberId: author.memberId, to: member.email, locale }
  await deps.enqueueEmail(
    tx,
    reason === null
      ? { ...mail, kind: 'review-published', props: { link: `${author.origin}/reviews` } }
      : { ...mail, kind: 'review-refused', props: { link: `${author.origin}/reviews/write`, reason } },
  )
  return 'decided'
}

/** The rule that a refused review breaks. */
const clauses: Readonly<Record<ReviewRefusal, ClauseKey>> = {
  insults: 'harassment',
  personal_data: 'contact_details',
  advertising: 'advertising',
  unlawful: 'unlawful',
  off_topic: 'unsuitable',
  not_own: 'unsuitable',
}
