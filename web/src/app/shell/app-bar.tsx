import { useLingui } from '@lingui/react/macro'
import { Crown } from 'lucide-react'
import { IconLink } from '../../components/buttons/icon-button.tsx'
import styles from './app-bar.module.css'
import { CreditsPill } from './credits-pill.tsx'
import { HomeLink } from '../brand/logo.tsx'
import { useSession } from '../session/session.tsx'

/** The head of a page on phones. */
export const AppBar = () => {
  const { t } = useLingui()
  const { session } = useSession()
  return (
    <header className={styles.bar}>
      <span className={styles.grow}>
        <HomeLink to="/match" />
      </span>
      <CreditsPill />
      {session.premiumLevel < 2 && <IconLink icon={Crown} label={t`VIP`} href="/vip_plan/cred" />}
    </header>
  )
}
