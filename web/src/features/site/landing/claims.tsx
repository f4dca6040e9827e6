import type { ClaimKey, ClaimView } from '@incontro/contract'
import { dateWords, type DatePlace } from '@incontro/contract/date-words'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { dateFormat } from '#app/i18n/date-forms.ts'
import { useSite } from '#app/brand/site.ts'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import styles from './claims.module.css'

interface Facts {
  readonly sample: string
  readonly compared: string
  readonly count: number
}

const stepHow = ({ sample, compared }: Facts): ReactNode => (
  <Trans>
    Average of {sample} people who did and {compared} who didn’t, active in the last month and visible for the whole
    period; women and men, with and without a photo, are each compared among themselves.
  </Trans>
)

/** The text of each figure, and how it was measured. A figure without a text here is not shown. */
const words: Record<ClaimKey, { readonly says: ReactNode; readonly how: (facts: Facts) => ReactNode }> = {
  photo_messages: {
    says: <Trans>as many first messages for people with a photo as for people without one.</Trans>,
    how: ({ sample, compared }) => (
      <Trans>
        Average of {sample} people with a photo and {compared} without one, active in the last month and visible for the
        whole period; women are compared with women and men with men.
      </Trans>
    ),
  },
  photo_likes: {
    says: <Trans>as many likes for people with a photo as for people without one.</Trans>,
    how: ({ sample, compared }) => (
      <Trans>
        Average of {sample} people with a photo and {compared} without one, active in the last month and visible for the
        whole period; women are compared with women and men with men.
      </Trans>
    ),
  },
  prompt_messages: {
    says: (
      <Trans>
        as many first messages for people who have answered a question on their profile as for people who haven’t.
      </Trans>
    ),
    how: stepHow,
  },
  intent_messages: {
    says: <Trans>as many first messages for people who say what they are looking for as for people who don’t.</Trans>,
    how: stepHow,
  },
  interests_messages: {
    says: <Trans>as many first messages for people who have chosen their interests as for people who haven’t.</Trans>,
    how: stepHow,
  },
  reply_24h: {
    says: <Trans>of first messages get an answer within a day.</Trans>,
    how: ({ count }) => (
      <Plural
        value={count}
        one="Counted over # first message sent in the period."
        other="Counted over all # first messages sent in the period."
      />
    ),
  },
  good_reviews: {
    says: <Trans>of reviews give four or five stars.</Trans>,
    how: ({ count }) => (
      <Plural
        value={count}
        one="Counted over # review published in the period."
        other="Counted over all # reviews published in the period, the lowest included."
      />
    ),
  },
  confirmation_mail: {
    says: <Trans>of confirmation emails go out within five minutes.</Trans>,
    how: ({ count }) => (
      <Plural
        value={count}
        one="Counted over # confirmation email of the period, up to its handover to the mail server."
        other="Counted over all # confirmation emails of the period, up to their handover to the mail server."
      />
    ),
  },
}

const Claim = ({ claim }: { claim: ClaimView }) => {
  const { i18n } = useLingui()
  const { locale } = useSite()
  const day = (time: string, place: DatePlace) =>
    dateWords(
      locale,
      dateFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(time)),
      place,
    )
  const { says, how } = words[claim.key]
  const figure = i18n.number(claim.figure)
  const [from, to] = [day(claim.from, 'from'), day(claim.to, 'to')]
  return (
    <li className={styles.claim}>
      <p className={styles.says}>
        <b className={styles.figure}>
          {claim.unit === 'times' ? <Trans>{figure} times</Trans> : <Trans>{figure}%</Trans>}
        </b>{' '}
        {says}
      </p>
      <details className={styles.how}>
        <summary>
          <Trans>How we measured it</Trans>
        </summary>
        <p>
          {how({ sample: i18n.number(claim.sample), compared: i18n.number(claim.compared ?? 0), count: claim.sample })}{' '}
          <Trans>
            Period: {from} to {to}. This is what happened here, not a promise.
          </Trans>
        </p>
      </details>
    </li>
  )
}

/** The figures measured on the brand's own data, each with its method; renders nothing if there are none. */
export const Claims = ({ claims }: { claims: readonly ClaimView[] }) => {
  if (claims.length === 0) return null
  return (
    <section className={classNames(layout.section, layout.page, styles.section)}>
      <div className={layout.sectionHead}>
        <h2 className={text.h1}>
          <Trans>Measured here, not promised</Trans>
        </h2>
      </div>
      <ul className={styles.claims}>
        {claims.map((claim) => (
          <Claim key={claim.key} claim={claim} />
        ))}
      </ul>
    </section>
  )
}
