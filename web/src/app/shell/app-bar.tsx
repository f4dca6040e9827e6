import { Trans } from '@lingui/react/macro'
import { Crown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../components/marks/icon.tsx'
import styles from './app-bar.module.css'
import { CreditsPill } from './credits-pill.tsx'
import { HomeLink } from '../brand/logo.tsx'
import { useSession } from '../session/session.tsx'

/** The page header on phones. @param menu the button that opens the side menu */
export const AppBar = ({ menu }: { menu: ReactNode }) => {
  const { session } = useSession()
  return (
    <header className={styles.bar}>
      {menu}
      <span className={styles.grow}>
        <HomeLink to="/match" />
      </span>
      <CreditsPill />
      {session.premiumLevel < 2 && (
        <Link to="/vip_plan/cred" className={styles.vip}>
          <Icon of={Crown} />
          <span className={styles.word}>
            <Trans>VIP</Trans>
          </span>
        </Link>
      )}
    </header>
  )
}
