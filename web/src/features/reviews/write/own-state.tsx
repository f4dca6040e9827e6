import type { OwnReview } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSite } from '#app/brand/site.ts'
import { Note } from '#components/feedback/note.tsx'
import text from '#styles/text.module.css'
import { refusalTexts } from './review-texts.ts'

/** The state of the member's review; renders nothing if there is none. */
export const OwnState = ({ review }: { review: OwnReview }) => {
  const { i18n } = useLingui()
  const { supportEmail } = useSite().brand
  if (review.state === 'pending') {
    return (
      <Note role="status">
        <Trans>
          Thank you, we’ve got it. A person reads it before it appears, and we’ll email you when that’s done.
        </Trans>
      </Note>
    )
  }
  if (review.state === 'published') {
    return (
      <Note tone="ok" role="status">
        <Trans>
          Your review is published.{' '}
          <a className={text.link} href="/reviews">
            Go to the reviews
          </a>
        </Trans>
      </Note>
    )
  }
  if (review.state === 'refused') {
    const ground = review.reason === null ? '' : i18n._(refusalTexts[review.reason])
    return (
      <Note tone="warn" role="status">
        <Trans>
          We haven’t published it. The reason: <b>{ground}</b>. The rating has nothing to do with it. You can rewrite it
          below; if you think we’re wrong, write to{' '}
          <a className={text.link} href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>{' '}
          and someone else will read it again.
        </Trans>
      </Note>
    )
  }
  return null
}
