import type { OwnReview } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ButtonLink } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import styles from './reviews.module.css'

const states: Record<OwnReview['state'], ReactNode> = {
  none: <Trans>Scrivi la tua, anche se è critica: la leggiamo e poi compare qui.</Trans>,
  pending: <Trans>La tua aspetta di essere letta. Ti scriviamo quando è fatta.</Trans>,
  published: <Trans>La tua è pubblicata. Puoi cambiarla o ritirarla quando vuoi.</Trans>,
  refused: <Trans>La tua non è pubblicata: guarda il motivo e riscrivila, se vuoi.</Trans>,
}

/** A member's own review, or a link to write one. Renders nothing for members who have none and may not write one. */
export const OwnReviewCard = ({ review }: { review: OwnReview }) => {
  if (!review.may && review.state === 'none') return null
  return (
    <Card as="section" className={styles.own}>
      <div>
        <h2 className={text.h3}>
          <Trans>La tua recensione</Trans>
        </h2>
        <p className={text.muted}>{states[review.state]}</p>
      </div>
      <ButtonLink href="/reviews/write" variant="sec" reload>
        {review.state === 'none' ? <Trans>Scrivi la tua</Trans> : <Trans>Apri la tua</Trans>}
      </ButtonLink>
    </Card>
  )
}
