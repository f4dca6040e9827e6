import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Crown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#components/marks/icon.tsx'
import { Avatar } from '#components/people/avatar.tsx'
import styles from './app-bar.module.css'
import { CreditsPill } from './credits-pill.tsx'
import { HomeLink } from '../brand/logo.tsx'
import { ownPhoto } from '../session/own-photo.ts'
import { useSession } from '../session/session.tsx'

/**
 * The page header on phones: the section's title, or on the first page the logo.
 * @param menu the button that opens the side menu
 * @param title repeats the page's own heading, which is not shown on phones, so screen readers do not need it
 */
export const AppBar = ({ menu, title }: { menu: ReactNode; title?: MessageDescriptor | undefined }) => {
  const { t, i18n } = useLingui()
  const { session } = useSession()
  return (
    <header className={styles.bar}>
      {menu}
      <span className={styles.grow}>
        {title ? (
          <span className={styles.title} aria-hidden>
            {i18n._(title)}
          </span>
        ) : (
          <HomeLink to="/match" />
        )}
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
      <Link to="/profile" className={styles.profile} aria-label={t`Profile`}>
        <Avatar photo={ownPhoto(session)} name={session.memberName} size={32} />
      </Link>
    </header>
  )
}
