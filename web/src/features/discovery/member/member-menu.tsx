import { Trans, useLingui } from '@lingui/react/macro'
import { Ban, EllipsisVertical, Flag, Search, UserRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { IconButton } from '../../../components/buttons/icon-button.tsx'
import { lazyDialog, useIdlePreload } from '../../../components/dialogs/lazy-dialog.ts'
import { Menu, MenuButton, MenuLink } from '../../../components/menus/menu.tsx'

/** The member to block or report. */
export interface ConcernedMember {
  readonly id: string
  readonly memberName: string
}

/** One of their messages, which a report can include. */
export interface ReportableMessage {
  readonly id: string
  readonly msg: string
  /** A photo or a voice message has no text. */
  readonly media: { readonly kind: 'photo' | 'voice' } | null
  readonly time: string
}

const BlockDialog = lazyDialog(() => import('./block-dialog.tsx'))
export const ReportDialog = lazyDialog(() => import('./report-dialog.tsx'))

/** Report and block, offered wherever a member appears. */
export const MemberMenu = ({
  member,
  profileLink = false,
  messages = [],
  onSearch,
  onBlocked,
}: {
  readonly member: ConcernedMember
  readonly profileLink?: boolean
  readonly messages?: readonly ReportableMessage[]
  /** In a conversation: opens the search within it. */
  readonly onSearch?: () => void
  /** Called after a block; without it, the member is taken to the list. */
  readonly onBlocked?: () => void
}) => {
  const { t } = useLingui()
  const [dialog, setDialog] = useState<'block' | 'report' | null>(null)
  useIdlePreload(BlockDialog, ReportDialog)
  return (
    <>
      <Menu
        label={t`Altre azioni`}
        trigger={(props) => <IconButton icon={EllipsisVertical} label={t`Altre azioni`} {...props} />}
      >
        {(choose) => (
          <>
            {profileLink && (
              <MenuLink icon={UserRound} to={`/user/${member.id}`} onClick={() => choose()}>
                <Trans>Vedi il profilo</Trans>
              </MenuLink>
            )}
            {onSearch && (
              <MenuButton icon={Search} onClick={() => choose(onSearch)}>
                <Trans>Cerca nella chat</Trans>
              </MenuButton>
            )}
            <MenuButton icon={Flag} onClick={() => choose(() => setDialog('report'))}>
              <Trans>Segnala</Trans>
            </MenuButton>
            <MenuButton icon={Ban} danger onClick={() => choose(() => setDialog('block'))}>
              <Trans>Blocca {member.memberName}</Trans>
            </MenuButton>
          </>
        )}
      </Menu>
      <Suspense fallback={null}>
        {dialog === 'block' && <BlockDialog member={member} onBlocked={onBlocked} onClose={() => setDialog(null)} />}
        {dialog === 'report' && <ReportDialog member={member} messages={messages} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  )
}
