import { Trans, useLingui } from '@lingui/react/macro'
import { CreditCard, LogOut, SlidersHorizontal, UserRound } from 'lucide-react'
import { AnchoredMenu } from '#components/menus/anchored-menu.tsx'
import { MenuButton, MenuItems, MenuLink } from '#components/menus/menu-items.tsx'
import { useSession } from '../session/session.tsx'

/** The menu behind the member's own picture: profile, plan and purchases, settings and sign-out. */
const AccountActions = ({ anchor, onClose }: { readonly anchor: HTMLElement; readonly onClose: () => void }) => {
  const { t } = useLingui()
  const { signOut } = useSession()
  const label = t`Your profile`
  return (
    <AnchoredMenu label={label} anchor={anchor} align="right" onClose={onClose}>
      {(choose) => (
        <MenuItems label={label}>
          <MenuLink icon={UserRound} to="/profile" onClick={choose()}>
            <Trans>Profile</Trans>
          </MenuLink>
          <MenuLink icon={CreditCard} to="/purchases" onClick={choose()}>
            <Trans>Plan and purchases</Trans>
          </MenuLink>
          <MenuLink icon={SlidersHorizontal} to="/settings" onClick={choose()}>
            <Trans>Settings</Trans>
          </MenuLink>
          <MenuButton icon={LogOut} onClick={choose(() => void signOut())}>
            <Trans>Sign out</Trans>
          </MenuButton>
        </MenuItems>
      )}
    </AnchoredMenu>
  )
}

export default AccountActions
