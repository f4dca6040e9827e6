import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'
import { ButtonLink } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import styles from './reviews.module.css'

/** One line, shown only to members who may write a review and have not. */
export const ReviewInvite = () => {
  const { data } = useQuery({
    queryKey: ['own-review'],
    staleTime: 60_000,
    queryFn: ({ signal }) => api('GET /api/reviews/own', { signal }),
  })
  if (!data?.may || data.state !== 'none') return null
  return (
    <Card as="section" className={styles.invite}>
      <div>
        <h2 className={text.h3}>
          <Trans>Tell us how it went</Trans>
        </h2>
        <p className={`${text.sm} ${text.muted}`}>
          <Trans>You can write a review, even a critical one.</Trans>
        </p>
      </div>
      <ButtonLink href="/reviews/write" size="sm" variant="sec">
        <Trans>Write</Trans>
      </ButtonLink>
    </Card>
  )
}
