import { useLingui } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import { Icon } from '../marks/icon.tsx'
import styles from './verified-mark.module.css'

/** The blue tick, which says what was checked and, where it is known, when. @param at ISO 8601 */
export const VerifiedMark = ({ at }: { readonly at?: string | null | undefined }) => {
  const words = useVerifiedWords()(at)
  return (
    <span className={styles.verified} role="img" aria-label={words} title={words}>
      <Icon of={BadgeCheck} />
    </span>
  )
}

/** What was checked and when; the same day on the server and in the browser. */
export const useVerifiedWords = () => {
  const { t, i18n } = useLingui()
  return (at: string | null | undefined) =>
    t`Foto verificata da una persona` + (at ? `, ${i18n.date(at, { dateStyle: 'long', timeZone: 'UTC' })}` : '')
}
