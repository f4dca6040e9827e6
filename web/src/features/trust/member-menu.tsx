import { useLingui } from '@lingui/react/macro'
import { EllipsisVertical } from 'lucide-react'
import { IconButton } from '#components/buttons/icon-button.tsx'
import type { ConcernedMember, MemberMenuOptions } from './concerned-member.ts'
import { useMemberMenu } from './use-member-menu.ts'

/** The button with the menu of the one member whom a page is about. */
export const MemberMenu = ({
  member,
  ...options
}: MemberMenuOptions & {
  readonly member: ConcernedMember
}) => {
  const { t } = useLingui()
  const openMenu = useMemberMenu()
  return (
    <IconButton
      icon={EllipsisVertical}
      label={t`More actions`}
      aria-haspopup="menu"
      onClick={(event) => openMenu(member, event.currentTarget, options)}
    />
  )
}
