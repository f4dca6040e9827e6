import { Trans, useLingui } from '@lingui/react/macro'
import { InfinityIcon } from 'lucide-react'
import { Link } from 'react-router'
import { CreditBattery, MessageCount } from '#components/marks/credit-battery.tsx'
import { Icon } from '#components/marks/icon.tsx'
import styles from './credits-pill.module.css'
import { messagesLeft } from '../session/messages-left.ts'
import { useSession } from '../session/session.tsx'

/** The credit counter, from level 1 on. Free members see the cost next to the text field instead. */
export const CreditsPill = () => {
  const { t } = useLingui()
  const { session } = useSession()
  const { premiumLevel, totalCredits } = session
  if (premiumLevel === 0) return null
  if (premiumLevel === 2) {
    return (
      <Link to="/purchases" className={styles.pill} aria-label={t`Unlimited messages`}>
        <Icon of={InfinityIcon} />
        <span className={styles.word}>
          <Trans>Unlimited</Trans>
        </span>
      </Link>
    )
  }
  const messages = messagesLeft(session)
  return (
    <Link to="/vip_plan/cred" className={styles.pill} aria-label={t`Messages: ${messages}`}>
      <CreditBattery credits={totalCredits} mini />
      <span className={styles.word}>
        <MessageCount messages={messages} />
      </span>
      <span className={styles.short}>{messages}</span>
    </Link>
  )
}
