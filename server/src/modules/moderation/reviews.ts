import type { Locale, ReviewRefusal } from '@incontro/contract'
import type { EnqueueEmail } from '../outreach/index.ts'
import { recordVerdict } from '../reviews/index.ts'
import type { Tx } from '../../platform/database.ts'
import { recordDecision } from './decisions.ts'
import type { ModerationDeps } from './deps.ts'

export type ReviewDecision = { readonly madeBy: string } & (
  | { readonly verdict: 'publish' }
  | { readonly verdict: 'refuse'; readonly reason: ReviewRefusal }
)

/**
 * Publishes or refuses a review, records the decision and notifies its author, in one transaction.
 * @returns false when the brand has no such text to decide about: withdrawn, rewritten or decided meanwhile
 */
export async function decideReview(
  { db, enqueueEmail, clock }: ModerationDeps,
  brandId: string,
  id: string,
  decision: ReviewDecision,
): Promise<boolean> {
  const { verdict, madeBy } = decision
  const reason = decision.verdict === 'refuse' ? decision.reason : null
  const at = clock()
  return db.transaction().execute(async (tx) => {
    const author = await recordVerdict(tx, { brandId, id, verdict, reason, at })
    if (!author) return false
    const recorded = verdict === 'publish' ? 'published' : 'refused'
    await recordDecision(tx, { brandId, subject: 'review', subjectId: id, verdict: recorded, reason, madeBy, at })
    await notifyAuthor(tx, enqueueEmail, { brandId, ...author, reason })
    return true
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
