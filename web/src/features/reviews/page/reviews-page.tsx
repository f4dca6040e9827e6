import { Trans, useLingui } from '@lingui/react/macro'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { apiOver, type ReplyOf } from '#app/api/api.ts'
import { PageHead } from '#app/seo/page-head.tsx'
import { webContext } from '#app/server/server-context.ts'
import { useSite } from '#app/brand/site.ts'
import type { VisitorHandle } from '#app/shell/page-handle.ts'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import styles from './reviews.module.css'
import { OwnReviewCard } from './own-review-card.tsx'
import { Reviews } from './reviews.tsx'
import { ReviewSummary } from './review-summary.tsx'

export const handle: VisitorHandle = { script: false }

/**
 * Loads six random reviews, the statistics, and a member's own review. If one request fails, the page shows the rest.
 */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { api: send, session } = context.get(webContext)
  const api = apiOver(send)
  const [reviews, summary, own] = await Promise.all([
    // Without the reviews the page shows the statistics and the member's own.
    api('GET /api/reviews', { query: { count: 6 } }).catch((): ReplyOf<'GET /api/reviews'> => []),
    // Without the statistics the page shows the reviews alone.
    api('GET /api/reviews/summary', {}).catch(() => null),
    // Without their own review the member sees what visitors see.
    session ? api('GET /api/reviews/own', {}).catch(() => null) : null,
  ])
  return { reviews, summary, own }
}

export default function ReviewsPage() {
  const { t } = useLingui()
  const { brand } = useSite()
  const { reviews, summary, own } = useLoaderData<typeof loader>()
  return (
    <main id="main" className={classNames(layout.page, styles.wide)}>
      <PageHead
        title={t`Reviews`}
        description={t`What members write about ${brand.title}, criticism included, and how we collect reviews.`}
      />
      <h1 className={text.h1}>
        <Trans>What members say</Trans>
      </h1>
      {reviews.length > 0 && (
        <p className={classNames(text.muted, styles.intro)}>
          <Trans>Up to six published reviews chosen at random: they keep changing.</Trans>
        </p>
      )}
      {summary && <ReviewSummary summary={summary} />}
      <h2 className={text.hidden}>
        <Trans>Reviews</Trans>
      </h2>
      <Reviews reviews={reviews} />
      {own && <OwnReviewCard review={own} />}
    </main>
  )
}
