import { Trans, useLingui } from '@lingui/react/macro'
import { LogOut, SlidersHorizontal, UserRound } from 'lucide-react'
import { Avatar } from '../../components/people/avatar.tsx'
import { Menu, MenuButton, MenuLink } from '../../components/menus/menu.tsx'
import { ownPhoto } from '../session/own-photo.ts'
import { useSession } from '../session/session.tsx'
import styles from './top-bar.module.css'

/** The menu behind the member's own picture: profile, language, theme, help and sign-out. */
export const AccountMenu = () => {
  const { t } = useLingui()
  const { session, signOut } = useSession()
  return (
    <Menu
      label={t`Il tuo profilo`}
      trigger={(props) => (
        <button type="button" className={styles.profile} aria-label={t`Il tuo profilo`} {...props}>
          <Avatar photo={ownPhoto(session)} name={session.memberName} size={40} />
        </button>
      )}
    >
      {(choose) => (
        <>
          <MenuLink icon={UserRound} to="/profile" onClick={() => choose()}>
            <Trans>Profilo</Trans>
          </MenuLink>
          <MenuLink icon={SlidersHorizontal} to="/profile#preferences" onClick={() => choose()}>
            <Trans>Preferenze e aiuto</Trans>
          </MenuLink>
          <MenuButton icon={LogOut} onClick={() => choose(() => void signOut())}>
            <Trans>Esci</Trans>
          </MenuButton>
        </>
      )}
    </Menu>
  )
}
