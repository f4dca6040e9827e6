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
          Grazie, l’abbiamo ricevuta. La legge una persona: finché non l’ha letta non si vede, e ti scriviamo quando è
          fatta.
        </Trans>
      </Note>
    )
  }
  if (review.state === 'published') {
    return (
      <Note tone="ok" role="status">
        <Trans>
          La tua recensione è pubblicata.{' '}
          <a className={text.link} href="/reviews">
            Vai alle recensioni
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
          Non l’abbiamo pubblicata. Il motivo: <b>{ground}</b>. Il voto non c’entra. Puoi riscriverla qui sotto; se
          pensi che ci siamo sbagliati, scrivi a{' '}
          <a className={text.link} href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>{' '}
          e la rilegge un’altra persona.
        </Trans>
      </Note>
    )
  }
  return null
}
