import { Trans, useLingui } from '@lingui/react/macro'
import { Ban, Flag, Search, ShieldCheck, UserRound } from 'lucide-react'
import { AnchoredMenu } from '#components/menus/anchored-menu.tsx'
import { MenuButton, MenuItems, MenuLink } from '#components/menus/menu-items.tsx'
import type { ConcernedMember, MemberMenuOptions } from './concerned-member.ts'

/** The open menu of a member: their page, the search in the conversation, report and block. */
const MemberActions = ({
  member: { id, memberName },
  anchor,
  options: { profileLink = false, onSearch },
  onReport,
  onBlock,
  onClose,
}: {
  readonly member: ConcernedMember
  /** The button that opened it. */
  readonly anchor: HTMLElement
  readonly options: MemberMenuOptions
  readonly onReport: () => void
  readonly onBlock: () => void
  readonly onClose: () => void
}) => {
  const { t } = useLingui()
  const label = t`More actions`
  return (
    <AnchoredMenu label={label} anchor={anchor} align="right" onClose={onClose}>
      {(choose) => (
        <MenuItems label={label}>
          {profileLink && (
            <MenuLink icon={UserRound} to={`/user/${id}`} onClick={choose()}>
              <Trans>View the profile</Trans>
            </MenuLink>
          )}
          {onSearch && (
            <MenuButton icon={Search} onClick={choose(onSearch)}>
              <Trans>Search this conversation</Trans>
            </MenuButton>
          )}
          {onSearch && (
            <MenuLink icon={ShieldCheck} to="/safety" reload onClick={choose()}>
              <Trans>Safety</Trans>
            </MenuLink>
          )}
          <MenuButton icon={Flag} onClick={choose(onReport)}>
            <Trans>Report</Trans>
          </MenuButton>
          <MenuButton icon={Ban} danger onClick={choose(onBlock)}>
            <Trans>Block {memberName}</Trans>
          </MenuButton>
        </MenuItems>
      )}
    </AnchoredMenu>
  )
}

export default MemberActions
