import type { PublishedReview } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { Info, Star } from 'lucide-react'
import { useSite } from '#app/brand/site.ts'
import { Card } from '#components/layout/card.tsx'
import { classNames } from '#styles/class-names.ts'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { Stars } from '#components/marks/stars.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import styles from './reviews.module.css'

const Review = ({ review }: { review: PublishedReview }) => {
  const { i18n } = useLingui()
  const { locale } = useSite()
  const foreign = review.reviewLanguage !== locale
  const language =
    new Intl.DisplayNames(locale, { type: 'language' }).of(review.reviewLanguage) ?? review.reviewLanguage
  return (
    <Card as="figure" className={styles.review}>
      <div className={classNames(layout.row, layout.between)}>
        <Stars value={review.rating} />
        {review.sample && (
          <Badge>
            <Trans>Sample text</Trans>
          </Badge>
        )}
      </div>
      <blockquote className={styles.words} lang={foreign ? review.reviewLanguage : undefined}>
        {review.reviewText}
      </blockquote>
      <figcaption className={classNames(text.sm, text.muted)}>
        <b className={styles.who}>
          {review.reviewer}, {review.reviewerAge}
        </b>
        {' · '}
        {i18n.date(review.time, { month: 'long', year: 'numeric', timeZone: 'UTC' })}
        {foreign && (
          <>
            {' · '}
            <Trans>written in {language}</Trans>
          </>
        )}
        {!review.sample && (
          <>
            {' · '}
            <a
              className={text.link}
              href={`/report?place=${encodeURIComponent(`/reviews#${review.id}`)}`}
              rel="nofollow"
            >
              <Trans>Report</Trans>
            </a>
          </>
        )}
      </figcaption>
    </Card>
  )
}

/** Members' reviews, including the critical ones, and how they were collected; or a note that there are none yet. */
export const Reviews = ({ reviews }: { reviews: readonly PublishedReview[] }) => (
  <>
    {reviews.length === 0 ? (
      <Card>
        <EmptyState
          level={3}
          icon={Star}
          title={<Trans>No reviews yet</Trans>}
          text={<Trans>We’ll publish them as soon as someone writes one.</Trans>}
        />
      </Card>
    ) : (
      <div className={styles.reviews}>
        {reviews.map((review) => (
          <Review key={review.id} review={review} />
        ))}
      </div>
    )}
    <p className={classNames(text.sm, text.muted, styles.how)}>
      <Icon of={Info} size={18} />
      <span>
        <Trans>
          How we collect them: one each, by members of at least 7 days who have confirmed their email and had a
          conversation in which both wrote. A person reads them before they appear. We publish the critical ones too; we
          remove only insults, personal data, advertising, what is forbidden and texts that aren’t about the service.
          When someone leaves the service, their review goes too. Nobody is paid.
        </Trans>
      </span>
    </p>
  </>
)
