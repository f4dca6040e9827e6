import { Trans } from '@lingui/react/macro'
import { Crown } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '../../components/marks/icon.tsx'
import styles from './app-bar.module.css'
import { CreditsPill } from './credits-pill.tsx'
import { HomeLink } from '../brand/logo.tsx'
import { useSession } from '../session/session.tsx'

/** The page header on phones. */
export const AppBar = () => {
  const { session } = useSession()
  return (
    <header className={styles.bar}>
      <span className={styles.grow}>
        <HomeLink to="/match" />
      </span>
      <CreditsPill />
      {session.premiumLevel < 2 && (
        <Link to="/vip_plan/cred" className={styles.vip}>
          <Icon of={Crown} />
          <Trans>VIP</Trans>
        </Link>
      )}
    </header>
  )
}
