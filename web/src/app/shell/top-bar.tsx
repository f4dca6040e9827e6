import { useLingui } from '@lingui/react/macro'
import { LogOut } from 'lucide-react'
import { NavLink } from 'react-router'
import { Avatar } from '../../components/people/avatar.tsx'
import { Icon } from '../../components/marks/icon.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { Count } from '../../components/marks/labels.tsx'
import layout from '../../styles/layout.module.css'
import text from '../../styles/text.module.css'
import { CreditsPill } from './credits-pill.tsx'
import { HomeLink } from '../brand/logo.tsx'
import { destinations, vipDestination } from './navigation.ts'
import { ownPhoto } from '../session/own-photo.ts'
import { useCounts, useSession } from '../session/session.tsx'
import styles from './top-bar.module.css'

/** The navigation from 501 px on; words beside the icons from 1024. */
export const TopBar = () => {
  const { t, i18n } = useLingui()
  const { session, signOut } = useSession()
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
                <span className={text.hidden}>{unread > 0 ? t`${name}, ${unread} da leggere` : name}</span>
              </NavLink>
            )
          })}
        </nav>
        <CreditsPill />
        <NavLink to="/profile" className={styles.profile} aria-label={t`Profilo`} title={t`Profilo`}>
          <Avatar photo={ownPhoto(session)} name={session.screenName} size={40} />
        </NavLink>
        <IconButton icon={LogOut} label={t`Esci`} onClick={() => void signOut()} />
      </div>
    </header>
  )
}
