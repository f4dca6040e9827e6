import { reviewLength, reviewRefusals } from '@incontro/contract/review-rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Form } from 'react-router'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { ErrorSummary } from '#components/forms/error-summary.tsx'
import { refusalTexts, reviewFailure } from './review-texts.ts'
import { StarChoice } from './star-choice.tsx'
import styles from './reviews.module.css'

/** A refused review with its mistake. */
export interface Refused {
  readonly code: string
  readonly field: string
  readonly stars: number
  readonly text: string
  readonly stamp: number
}

export const ReviewForm = ({
  stars,
  written,
  refused,
  busy,
  again,
}: {
  readonly stars: number | null
  readonly written: string
  readonly refused: Refused | undefined
  readonly busy: boolean
  /** The member already has a review, which this one replaces. */
  readonly again: boolean
}) => {
  const { t, i18n } = useLingui()
  const {
    session: { memberName, age },
  } = useSession()
  const words = refused && i18n._(reviewFailure(refused.code))
  const wrong = (field: string) => (refused?.field === field ? words : undefined)
  return (
    <Form method="post" className={layout.form} noValidate>
      <ErrorSummary
        failures={words ? [{ field: refused?.field === 'stars' ? 'stars' : 'text', text: words }] : []}
        stamp={refused?.stamp}
      />
      <StarChoice name="stars" id="stars" defaultValue={refused?.stars ?? stars} error={wrong('stars')} />
      <TextArea
        label={t`How did it go?`}
        name="text"
        id="text"
        rows={6}
        maxLength={reviewLength.most}
        defaultValue={refused?.text ?? written}
        error={wrong('text')}
        hint={t`20 to 1000 characters. It’s fine if you didn’t like it: we publish criticism too.`}
      />
      <p className={text.sm}>
        <Trans>
          Anyone can read it, member or not, with your profile name and your age:{' '}
          <b>
            {memberName}, {age}
          </b>
          .
        </Trans>
      </p>
      <details className={styles.fold}>
        <summary>
          <Trans>What we don’t publish</Trans>
        </summary>
        <ul className={styles.grounds}>
          {reviewRefusals.map((ground) => (
            <li key={ground}>{i18n._(refusalTexts[ground])}</li>
          ))}
        </ul>
      </details>
      <div className={styles.send}>
        <Button type="submit" name="intent" value="write" busy={busy && <Trans>Sending…</Trans>}>
          {again ? <Trans>Send the new version</Trans> : <Trans>Send the review</Trans>}
        </Button>
      </div>
    </Form>
  )
}
