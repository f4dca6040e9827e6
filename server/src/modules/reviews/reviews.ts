import { reviewRoutes, type Locale, type ReviewSummary } from '@incontro/contract'
import type { PublishedReview } from '@incontro/contract/domain'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { ModuleWith } from '#platform/module.ts'
import { ownReviewOf, withdrawReview, writeReview } from './own-review.ts'

/** Brand names that replace `{{title}}` in the samples' texts. */
export interface BrandTitles {
  byKey(key: string): { readonly title: string } | undefined
}

export interface ReviewsDeps {
  readonly db: Database
  readonly brands: BrandTitles
  readonly clock: () => Date
}

export interface Reviews extends ModuleWith<'routes'> {
  /** At most `count` published reviews of the brand in random order. */
  published(brandId: string, count: number): Promise<PublishedReview[]>
  /** Number and average of all. */
  summary(brandId: string): Promise<ReviewSummary>
}

/** Published, by a sample or an active member: deactivated profiles are hidden everywhere (rule 3.5). */
const shown = (brandId: string) => sql`r.brand_id = ${brandId} and r.state = 'published'
  and (r.sample or exists (select from members m where m.id = r.member_id and m.state = 'active'))`

export function createReviews(deps: ReviewsDeps): Reviews {
  const { db, brands } = deps

  const published: Reviews['published'] = async (brandId, count) => {
    const title = brands.byKey(brandId)?.title ?? ''
    const { rows } = await sql<{
      id: string
      name: string
      gender: string
      age: number
      body: string
      stars: number
      locale: Locale
      at: Date
      sample: boolean | null
    }>`
      select id, author_name as name, author_gender as gender, author_age as age, body, stars, locale, created_at as at, sample
      from reviews r where ${shown(brandId)} order by random() limit ${count}`.execute(db)
    return rows.map((row) => ({
      id: row.id,
      reviewer: row.name,
      reviewerGender: row.gender === 'man' ? 'M' : 'F',
      reviewerAge: row.age,
      reviewText: row.sample ? row.body.replaceAll('{{title}}', title) : row.body,
      rating: row.stars,
      reviewLanguage: row.locale,
      time: row.at.toISOString(),
      sample: row.sample === true,
    }))
  }

  const summary: Reviews['summary'] = async (brandId) => {
    const { rows } = await sql<{ stars: number; n: number; samples: number }>`
      select stars, count(*) as n, count(*) filter (where sample) as samples from reviews r where ${shown(brandId)} group by stars`.execute(
      db,
    )
    const count = rows.reduce((sum, row) => sum + row.n, 0)
    const total = rows.reduce((sum, row) => sum + row.n * row.stars, 0)
    return {
      count,
      average: count === 0 ? null : Math.round((10 * total) / count) / 10,
      stars: [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.stars === stars)?.n ?? 0),
      samples: rows.reduce((sum, row) => sum + row.samples, 0),
    }
  }

  return {
    published,
    summary,
    routes(http) {
      const done = { result: 'OK' as const }
      http.bind(reviewRoutes.reviews, async ({ site, query, reply }) => {
        const reviews = await published(site.brandId, query.count)
        // A new choice every few seconds is random enough, and popular pages do not query each time.
        void reply.header('cache-control', 'public, max-age=5')
        return reviews
      })
      http.bind(reviewRoutes.reviewSummary, ({ site }) => summary(site.brandId))
      http.bind(reviewRoutes.ownReview, ({ member }) => ownReviewOf(deps, member))
      http.bind(
        reviewRoutes.writeReview,
        async ({ member, body, site }) => {
          await writeReview(deps, member, body, site.origin)
          return done
        },
        { limit: { max: 30, timeWindow: 60_000 } },
      )
      http.bind(
        reviewRoutes.withdrawReview,
        async ({ member }) => {
          await withdrawReview(deps, member)
          return done
        },
        { limit: { max: 30, timeWindow: 60_000 } },
      )
    },
  }
}
