import { sql } from 'kysely'
import type { ReviewRefusal } from '@incontro/contract'
import type { Database, Executor } from '#platform/database/database.ts'
import { isAfter, type Page, pageOf, queueLength } from '#platform/database/page.ts'
import { verdicts, type Verdict } from './policy.ts'

/** A review as shown to a moderator. */
export interface WaitingReview {
  readonly id: string
  readonly author: string
  readonly stars: number
  readonly text: string
  readonly locale: string
  readonly writtenAt: Date
  readonly refusal: string | null
}

/** Members' reviews of a brand in a state, oldest first, without samples; `after` is the last one of the page before. */
export async function reviewsIn(
  db: Database,
  brandId: string,
  state: 'pending' | 'published' | 'refused',
  after?: string,
): Promise<Page<WaitingReview>> {
  const rows = await db
    .selectFrom('reviews')
    .select(['id', 'author_name', 'author_age', 'stars', 'body', 'locale', 'created_at', 'refusal'])
    .where('brand_id', '=', brandId)
    // A literal: as a parameter, no index of a state could be used.
    .where('state', '=', sql.lit(state))
    .where('sample', 'is', null)
    .$if(after !== undefined, (query) => query.where(isAfter('reviews', 'created_at', 'reviews', after!)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(queueLength + 1)
    .execute()
  const reviews = rows.map((row) => ({
    id: row.id,
    author: `${row.author_name}, ${row.author_age}`,
    stars: row.stars,
    text: row.body,
    locale: row.locale,
    writtenAt: row.created_at,
    refusal: row.refusal,
  }))
  return pageOf(reviews)
}

/** Whether this review of the brand's is refused; rewritten, it waits like a new one. Locks it. */
export async function isRefused(tx: Executor, brandId: string, id: string): Promise<boolean> {
  const review = await tx
    .selectFrom('reviews')
    .select('state')
    .where('id', '=', id)
    .where('brand_id', '=', brandId)
    .forUpdate()
    .executeTakeFirst()
  return review?.state === 'refused'
}

/**
 * Publishes a review or refuses it.
 *
 * @returns its author, or undefined when the brand has no such text to decide about: withdrawn, rewritten or decided meanwhile.
 */
export async function recordVerdict(
  tx: Executor,
  input: {
    readonly brandId: string
    readonly id: string
    readonly verdict: Verdict
    /** The ground of a refusal; null if published. */
    readonly reason: ReviewRefusal | null
    readonly at: Date
  },
): Promise<{ readonly memberId: string; readonly origin: string; readonly writtenAt: Date } | undefined> {
  const { from, to } = verdicts[input.verdict]
  const decided = await tx
    .updateTable('reviews')
    .set({ state: to, refusal: input.reason, decided_at: input.at })
    .where('id', '=', input.id)
    .where('brand_id', '=', input.brandId)
    .where('sample', 'is', null)
    .where('state', 'in', from)
    .returning(['member_id', 'site_origin', 'created_at'])
    .executeTakeFirst()
  return decided?.member_id
    ? { memberId: decided.member_id, origin: decided.site_origin ?? '', writtenAt: decided.created_at }
    : undefined
}
