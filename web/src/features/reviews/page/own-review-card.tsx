import type { OwnReview } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ButtonLink } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import styles from './reviews.module.css'

const states: Record<OwnReview['state'], ReactNode> = {
  none: <Trans>Write yours, even a critical one: we read it, then it appears here.</Trans>,
  pending: <Trans>Yours is waiting to be read. We’ll email you when that’s done.</Trans>,
  published: <Trans>Yours is published. You can change or withdraw it whenever you like.</Trans>,
  refused: <Trans>Yours isn’t published: see why, and rewrite it if you like.</Trans>,
}

/** A member's own review, or a link to write one. Renders nothing for members who have none and may not write one. */
export const OwnReviewCard = ({ review }: { review: OwnReview }) => {
  if (!review.may && review.state === 'none') return null
  return (
    <Card as="section" className={styles.own}>
      <div>
        <h2 className={text.h3}>
          <Trans>Your review</Trans>
        </h2>
        <p className={text.muted}>{states[review.state]}</p>
      </div>
      <ButtonLink href="/reviews/write" variant="sec" reload>
        {review.state === 'none' ? <Trans>Write yours</Trans> : <Trans>Open yours</Trans>}
      </ButtonLink>
    </Card>
  )
}
