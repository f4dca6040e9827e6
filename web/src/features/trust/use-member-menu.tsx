import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import type { ConcernedMember, MemberMenuOptions } from './concerned-member.ts'
import { BlockDialog, MemberActions, ReportDialog } from './dialogs.ts'

export interface MemberMenuControls {
  /** Opens the member's menu beside the button that was pressed. */
  readonly open: (member: ConcernedMember, anchor: HTMLElement, options?: MemberMenuOptions) => void
  /** The menu and its dialogs; the caller renders it once, outside anything that can be dragged. */
  readonly popup: ReactNode
}

interface Opened {
  readonly show: 'menu' | 'block' | 'report'
  readonly member: ConcernedMember
  readonly anchor: HTMLElement
  readonly options: MemberMenuOptions
}

/** Report and block, offered wherever a member appears: one menu for all rows or cards of a page. */
export const useMemberMenu = (): MemberMenuControls => {
  const [opened, setOpened] = useState<Opened | null>(null)
  useIdlePreload(MemberActions, BlockDialog, ReportDialog)
  const close = (what: Opened['show']) => () => setOpened((now) => (now?.show === what ? null : now))
  const go = (show: Opened['show']) => () => setOpened((now) => now && { ...now, show })
  const open = useCallback<MemberMenuControls['open']>(
    (member, anchor, options = {}) => setOpened({ show: 'menu', member, anchor, options }),
    [],
  )
  return {
    open,
    popup: (
      <Suspense fallback={null}>
        {opened?.show === 'menu' && (
          <MemberActions
            member={opened.member}
            anchor={opened.anchor}
            options={opened.options}
            onReport={go('report')}
            onBlock={go('block')}
            onClose={close('menu')}
          />
        )}
        {opened?.show === 'report' && (
          <ReportDialog
            member={opened.member}
            messages={opened.options.messages}
            onBlock={go('block')}
            onClose={close('report')}
          />
        )}
        {opened?.show === 'block' && (
          <BlockDialog member={opened.member} onBlocked={opened.options.onBlocked} onClose={close('block')} />
        )}
      </Suspense>
    ),
  }
}
