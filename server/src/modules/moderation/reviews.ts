import type { Locale, ReviewRefusal } from '@incontro/contract'
import type { EnqueueEmail } from '#modules/outreach/index.ts'
import { isRefused, recordVerdict } from '#modules/reviews/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { lastRefusedBy, recordDecision } from './decisions.ts'
import type { ModerationDeps } from './deps.ts'

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
export async function decideReview(
  { db, enqueueEmail, clock }: ModerationDeps,
  brandId: string,
  id: string,
  decision: ReviewDecision,
): Promise<ReviewOutcome> {
  const { verdict, madeBy } = decision
  const reason = decision.verdict === 'refuse' ? decision.reason : null
  const at = clock()
  return db.transaction().execute(async (tx) => {
    const isAppeal = verdict === 'publish' && (await isRefused(tx, brandId, id))
    if (isAppeal && (await lastRefusedBy(tx, brandId, 'review', id)) === madeBy) return 'refused_by_same'
    const author = await recordVerdict(tx, { brandId, id, verdict, reason, at })
    if (!author) return 'unknown'
    const recorded = verdict === 'publish' ? 'published' : 'refused'
    await recordDecision(tx, { brandId, subject: 'review', subjectId: id, verdict: recorded, reason, madeBy, at })
    await notifyAuthor(tx, enqueueEmail, { brandId, ...author, reason })
    return 'decided'
  })
}

async function notifyAuthor(
  tx: Tx,
  enqueueEmail: EnqueueEmail,
  input: { brandId: string; memberId: string; origin: string; reason: ReviewRefusal | null },
): Promise<void> {
  const { brandId, memberId, origin, reason } = input
  const { email: to, locale } = await tx
    .selectFrom('members')
    .select(['email', 'locale'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const mail = { brandId, memberId, to, locale: locale as Locale }
  await enqueueEmail(
    tx,
    reason === null
      ? { ...mail, kind: 'review-published', props: { link: `${origin}/reviews` } }
      : { ...mail, kind: 'review-refused', props: { link: `${origin}/reviews/write`, reason } },
  )
}
