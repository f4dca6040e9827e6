import type { Locale, ReviewRefusal } from '@incontro/contract'
import type { EnqueueEmail } from '../outreach/index.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { verdicts, type Verdict } from './policy.ts'

export interface ModerationDeps {
  readonly db: Database
  readonly enqueueEmail: EnqueueEmail
  readonly clock: () => Date
}

/** A review as whoever decides about it reads it. */
export interface ReadReview {
  readonly id: string
  readonly author: string
  readonly stars: number
  readonly text: string
  readonly locale: string
  readonly writtenAt: Date
  readonly refusal: string | null
}

/** Members' reviews of a brand in a state, the oldest first; the demo's are nobody's. */
export async function reviewsIn(
  db: Database,
  brandId: string,
  state: 'pending' | 'published' | 'refused',
): Promise<ReadReview[]> {
  const rows = await db
    .selectFrom('reviews')
    .select(['id', 'author_name', 'author_age', 'stars', 'body', 'locale', 'created_at', 'refusal'])
    .where('brand_id', '=', brandId)
    .where('state', '=', state)
    .where('sample', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    author: `${row.author_name}, ${row.author_age}`,
    stars: row.stars,
    text: row.body,
    locale: row.locale,
    writtenAt: row.created_at,
    refusal: row.refusal,
  }))
}

export type Decision = { readonly verdict: 'publish' } | { readonly verdict: 'refuse'; readonly reason: ReviewRefusal }

/**
 * Publishes a review or refuses it, and tells its author with the reason, in one transaction.
 * @returns false when the brand has no such text to decide about: withdrawn, rewritten or decided meanwhile.
 */
export async function decideReview(
  { db, enqueueEmail, clock }: ModerationDeps,
  brandId: string,
  id: string,
  decision: Decision,
): Promise<boolean> {
  const { from, to } = verdicts[decision.verdict satisfies Verdict]
  const reason = decision.verdict === 'refuse' ? decision.reason : null
  return db.transaction().execute(async (tx) => {
    const decided = await tx
      .updateTable('reviews')
      .set({ state: to, refusal: reason, decided_at: clock() })
      .where('id', '=', id)
      .where('brand_id', '=', brandId)
      .where('sample', 'is', null)
      .where('state', 'in', from)
      .returning(['member_id', 'site_origin'])
      .executeTakeFirst()
    if (!decided?.member_id) return false
    await tellAuthor(tx, enqueueEmail, {
      brandId,
      memberId: decided.member_id,
      origin: decided.site_origin ?? '',
      reason,
    })
    return true
  })
}

async function tellAuthor(
  tx: Tx,
  enqueueEmail: EnqueueEmail,
  told: { brandId: string; memberId: string; origin: string; reason: ReviewRefusal | null },
): Promise<void> {
  const { brandId, memberId, origin, reason } = told
  const { email: to, locale } = await tx
    .selectFrom('members')
    .select(['email', 'locale'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const about = { brandId, memberId, to, locale: locale as Locale }
  await enqueueEmail(
    tx,
    reason === null
      ? { ...about, kind: 'review-published', props: { link: `${origin}/reviews` } }
      : { ...about, kind: 'review-refused', props: { link: `${origin}/reviews/write`, reason } },
  )
}
