import { useLingui } from '@lingui/react/macro'
import { NavLink } from 'react-router'
import { Icon } from '#components/marks/icon.tsx'
import { Count } from '#components/marks/labels.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { AccountMenu } from './account-menu.tsx'
import { CreditsPill } from './credits-pill.tsx'
import { HomeLink } from '../brand/logo.tsx'
import { destinations, vipDestination } from './navigation.ts'
import { useCounts, useSession } from '../session/session.tsx'
import styles from './top-bar.module.css'

/** The navigation from 501 px on; words beside the icons from 1024. */
export const TopBar = () => {
  const { t, i18n } = useLingui()
  const { session } = useSession()
  const items = [...destinations(session, useCounts()), ...(session.premiumLevel < 2 ? [vipDestination] : [])]
  return (
    <header className={styles.bar}>
      <div className={`${layout.page} ${styles.inner}`}>
        <HomeLink to="/match" />
        <nav className={styles.nav} aria-label={t`Menu`}>
          {items.map(({ to, label, icon, unread }) => {
            const name = i18n._(label)
            return (
              <NavLink key={to} to={to} className={styles.item} title={name}>
                <Icon of={icon} />
                <span className={styles.word} aria-hidden>
                  {name}
                </span>
                <Count value={unread} />
                <span className={text.hidden}>{unread > 0 ? t`${name}, ${unread} unread` : name}</span>
              </NavLink>
            )
          })}
        </nav>
        <CreditsPill />
        <AccountMenu />
      </div>
    </header>
  )
}
