import { useEffect, useEffectEvent, useState } from 'react'
import type { ConcernedMember, MemberMenuOptions } from './concerned-member.ts'
import BlockDialog from './block-dialog.tsx'
import { ReportDialog } from './dialogs.ts'
import MemberActions from './member-actions.tsx'

export interface MemberMenuProps {
  readonly member: ConcernedMember
  /** The button that was pressed, beside which the menu opens. */
  readonly anchor: HTMLElement
  readonly options: MemberMenuOptions
  readonly onClose: () => void
}

/** A member's menu, and the dialogs to which it leads. */
const MemberMenuDialogs = ({ member, anchor, options, onClose }: MemberMenuProps) => {
  const [shown, setShown] = useState<'menu' | 'block' | 'report' | null>('menu')
  const close = (what: typeof shown) => () => setShown((now) => (now === what ? null : now))
  const go = (what: typeof shown) => () => setShown(what)
  const closed = useEffectEvent(onClose)
  useEffect(() => {
    if (shown === null) closed()
  }, [shown])
  return (
    <>
      {shown === 'menu' && (
        <MemberActions
          member={member}
          anchor={anchor}
          options={options}
          onReport={go('report')}
          onBlock={go('block')}
          onClose={close('menu')}
        />
      )}
      {shown === 'report' && (
        <ReportDialog member={member} messages={options.messages} onBlock={go('block')} onClose={close('report')} />
      )}
      {shown === 'block' && <BlockDialog member={member} onBlocked={options.onBlocked} onClose={close('block')} />}
    </>
  )
}

export default MemberMenuDialogs
