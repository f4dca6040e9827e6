import { useCallback } from 'react'
import { useOpenDialog } from '#app/shell/dialogs.ts'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import type { ConcernedMember, MemberMenuOptions } from './concerned-member.ts'
import { ReportDialog } from './dialogs.ts'

const MemberMenuDialogs = lazyDialog(() => import('./member-menu-dialogs.tsx'))

/** Opens the member's menu beside the button that was pressed. */
export type OpenMemberMenu = (member: ConcernedMember, anchor: HTMLElement, options?: MemberMenuOptions) => void

/** Report and block, offered wherever a member appears: one menu for all rows or cards of a page. */
export const useMemberMenu = (): OpenMemberMenu => {
  useIdlePreload(MemberMenuDialogs, ReportDialog)
  const openDialog = useOpenDialog()
  return useCallback(
    (member, anchor, options = {}) => openDialog(MemberMenuDialogs, { member, anchor, options }),
    [openDialog],
  )
}
