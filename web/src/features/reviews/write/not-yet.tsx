import type { OwnReview } from '@incontro/contract'
import type { ReviewBar } from '@incontro/contract/review-rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarClock, type LucideIcon, MailCheck, MessagesSquare, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { dayOf } from '#app/i18n/date-forms.ts'
import { useTimeZone } from '#app/session/time-zone.ts'
import { useSite } from '#app/brand/site.ts'
import { ButtonLink } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import styles from './reviews.module.css'

/** Why the member may not write a review yet, and when they may. */
export const NotYet = ({ review }: { review: OwnReview }) => {
  const { t } = useLingui()
  const { locale } = useSite()
  const date = dayOf(review.from, locale, useTimeZone(), 'from')
  const reasons: Record<ReviewBar, { readonly icon: LucideIcon; readonly words: ReactNode }> = {
    review_sample: {
      icon: UserRound,
      words: <Trans>This is a sample profile: only real people write reviews.</Trans>,
    },
    review_inactive: { icon: UserRound, words: <Trans>Your profile isn’t active.</Trans> },
    not_verified: { icon: MailCheck, words: <Trans>Confirm your email address first.</Trans> },
    review_too_new: {
      icon: CalendarClock,
      words: <Trans>You can write it from {date}, after seven days with us.</Trans>,
    },
    review_no_conversation: {
      icon: MessagesSquare,
      words: <Trans>You can write it after a conversation in which both of you wrote.</Trans>,
    },
  }
  return (
    <Card as="section" className={styles.section} aria-label={t`Not yet`}>
      <h2 className={text.h3}>
        <Trans>Not yet</Trans>
      </h2>
      <ul className={styles.waits}>
        {review.why.map((bar) => {
          const { icon, words } = reasons[bar]
          return (
            <li key={bar}>
              <Icon of={icon} />
              <span>{words}</span>
            </li>
          )
        })}
      </ul>
      {review.why.includes('review_no_conversation') && !review.why.includes('review_sample') && (
        <div className={styles.ways}>
          <ButtonLink href="/chats" variant="soft">
            <Trans>Go to messages</Trans>
          </ButtonLink>
          <ButtonLink href="/find" variant="sec">
            <Trans>Find people</Trans>
          </ButtonLink>
        </div>
      )}
    </Card>
  )
}
