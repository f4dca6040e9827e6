import { useLingui } from '@lingui/react/macro'
import { NavLink } from 'react-router'
import { Icon } from '#components/marks/icon.tsx'
import { Count } from '#components/marks/labels.tsx'
import text from '#styles/text.module.css'
import styles from './bottom-menu.module.css'
import { destinations, profileDestination } from './navigation.ts'
import { useCounts, useSession } from '../session/session.tsx'

/** The navigation on screens up to 500 px wide, at the bottom within reach of the thumb. */
export const BottomMenu = () => {
  const { t, i18n } = useLingui()
  const { session } = useSession()
  return (
    <nav className={styles.menu} aria-label={t`Menu`}>
      {[...destinations(session, useCounts()), profileDestination].map(({ to, label, icon, unread }) => {
        const name = i18n._(label)
        return (
          <NavLink key={to} to={to} className={styles.item}>
            <span className={styles.pill}>
              <Icon of={icon} size={24} />
              <Count value={unread} className={styles.count} />
            </span>
            <span aria-hidden>{name}</span>
            <span className={text.hidden}>{unread > 0 ? t`${name}, ${unread} unread` : name}</span>
          </NavLink>
        )
      })}
    </nav>
  )
}
