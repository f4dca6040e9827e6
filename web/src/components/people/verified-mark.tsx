import { useLingui } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import { Icon } from '../marks/icon.tsx'
import styles from './verified-mark.module.css'

/** The blue tick, with its words. */
export const VerifiedMark = () => {
  const { t } = useLingui()
  return (
    <span className={styles.verified} role="img" aria-label={t`Profilo verificato`} title={t`Profilo verificato`}>
      <Icon of={BadgeCheck} />
    </span>
  )
}
