import { siteRoutes, type ReviewView } from '@incontro/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { Http } from '../../platform/http/bind.ts'

/** What of the brands a review needs: the name that stands for `{{title}}` in its text. */
export interface BrandTitles {
  byKey(key: string): { readonly title: string } | undefined
}

export interface Reviews {
  routes(http: Http): void
  /** At most `count` published reviews of the brand in random order. */
  published(brandId: string, count: number): Promise<ReviewView[]>
}

export function createReviews({ db, brands }: { readonly db: Database; readonly brands: BrandTitles }): Reviews {
  const published: Reviews['published'] = async (brandId, count) => {
    const title = brands.byKey(brandId)?.title ?? ''
    const rows = await db.selectFrom('reviews').select(['author_name', 'author_gender', 'author_age', 'body', 'stars', 'sample'])
      .where('brand_id', '=', brandId).where('state', '=', 'published').orderBy(sql`random()`).limit(count).execute()
    return rows.map((row) => ({
      Utente: row.author_name, Genere: row.author_gender === 'man' ? 'M' : 'F', Età: row.author_age,
      Recensione: row.body.replaceAll('{{title}}', title), Stelle: row.stars, sample: row.sample === true,
    }))
  }
  return {
    published,
    routes(http) {
      http.bind(siteRoutes.reviews, ({ site, query }) => published(site.brandId, query.count))
    },
  }
}
