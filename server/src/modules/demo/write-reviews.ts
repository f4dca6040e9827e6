import type { Tx } from '#platform/database/database.ts'
import reviews from './data/reviews.json' with { type: 'json' }
import { createRng, sampleId } from './rng.ts'

/** Inserts reviews of the brands with logins, in the brand's language, marked as samples, low ratings included. */
export async function writeReviews(
  tx: Tx,
  brands: readonly { readonly key: string; readonly locale: string }[],
  now: Date,
): Promise<void> {
  const rows = brands.flatMap(({ key, locale }) => {
    const rng = createRng(`reviews ${key}`)
    const set = locale === 'es' ? reviews.es : reviews.it
    return set.map(([gender, name, age, stars, body], at) => ({
      id: sampleId('review', `${key} ${at}`),
      brand_id: key,
      author_name: String(name),
      author_gender: String(gender),
      author_age: Number(age),
      stars: Number(stars),
      body: String(body),
      locale: locale === 'es' ? 'es' : 'it',
      state: 'published',
      sample: true,
      created_at: new Date(now.getTime() - rng.between(3, 300) * 86_400_000),
    }))
  })
  await tx.insertInto('reviews').values(rows).execute()
}
