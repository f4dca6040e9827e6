import type { Locale } from '@incontro/contract'
import { dateWords } from '@incontro/contract/date-words'
import { useLingui } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import { Icon } from '../marks/icon.tsx'
import styles from './verified-mark.module.css'

/** The verification mark; its text says what was verified and, if known, when. @param at ISO 8601 */
export const VerifiedMark = ({ at }: { readonly at?: string | null | undefined }) => {
  const words = useVerifiedWords()(at)
  return (
    <span className={styles.verified} role="img" aria-label={words} title={words}>
      <Icon of={BadgeCheck} />
    </span>
  )
}

/** What was verified and when; server and browser render the same day. */
export const useVerifiedWords = () => {
  const { t, i18n } = useLingui()
  return (at: string | null | undefined) =>
    t`Photo verified by a person` +
    (at ? `, ${dateWords(i18n.locale as Locale, i18n.date(at, { dateStyle: 'long', timeZone: 'UTC' }))}` : '')
}
