import type { ConsentView } from '@incontro/contract'
import { dateWords } from '@incontro/contract/date-words'
import { Trans, useLingui } from '@lingui/react/macro'
import { dateForms } from '#app/i18n/date-forms.ts'
import { useSite } from '#app/brand/site.ts'
import { useTimeZone } from '#app/session/time-zone.ts'
import { Card } from '#components/layout/card.tsx'
import { Badge } from '#components/marks/labels.tsx'
import text from '#styles/text.module.css'
import { consentNames } from './consent-texts.ts'
import styles from './consents.module.css'

/** All decisions about consents, newest first; entries are never changed or removed. */
export const ConsentHistory = ({ history }: { history: readonly ConsentView[] }) => {
  const { i18n } = useLingui()
  const { locale } = useSite()
  const when = new Intl.DateTimeFormat(dateForms[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: useTimeZone(),
  })
  const languages = new Intl.DisplayNames(locale, { type: 'language' })
  return (
    <Card as="section" className={styles.card}>
      <h2 className={text.h3}>
        <Trans>History of consents</Trans>
      </h2>
      <p className={text.muted}>
        <Trans>Every answer stays, with the text it was given to. The newest one counts.</Trans>
      </p>
      <ol>
        {history.map(({ kind, granted, textVersion, locale: language, time }) => (
          <li key={`${kind} ${time}`} className={styles.said}>
            <div>
              <b>{i18n._(consentNames[kind])}</b>{' '}
              {granted ? (
                <Badge tone="ok">
                  <Trans>Yes</Trans>
                </Badge>
              ) : (
                <Badge>
                  <Trans>No</Trans>
                </Badge>
              )}
            </div>
            <span className={styles.small}>
              <time dateTime={time}>{dateWords(locale, when.format(new Date(time)))}</time> · {languages.of(language)} ·{' '}
              <Trans>text {textVersion}</Trans>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
