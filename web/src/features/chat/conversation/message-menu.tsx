import type { Message } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, Pencil, Reply, Trash2, Undo2 } from 'lucide-react'
import { AnchoredMenu } from '#components/menus/anchored-menu.tsx'
import { MenuButton, MenuItems } from '#components/menus/menu-items.tsx'
import { messageReactions, reactionLooks } from '../messages/reactions.ts'
import { useMessageActions } from '../messages/use-message-actions.tsx'
import styles from './message-menu.module.css'

/** The menu of one message: beside it where there is room, at the bottom of a phone's screen. */
const MessageMenu = ({
  memberId,
  message,
  open: isWritable,
  read,
  anchor,
  onReply,
  onEdit,
  onClose,
}: {
  readonly memberId: string
  readonly message: Message
  /** Whether the member can write in the conversation. */
  readonly open: boolean
  readonly read: boolean
  /** The bubble. */
  readonly anchor: HTMLElement
  readonly onReply: () => void
  /** Called with what stores the new text. */
  readonly onEdit: (save: (text: string) => Promise<boolean>) => void
  readonly onClose: () => void
}) => {
  const { t, i18n } = useLingui()
  const actions = useMessageActions(memberId)
  const own = message.type === 'personal'
  const isThere = !message.withdrawn
  const canChange = own && isThere && !read && isWritable
  const label = t`Message actions`
  return (
    <AnchoredMenu label={label} anchor={anchor} align={own ? 'right' : 'left'} onClose={onClose}>
      {(choose) => (
        <>
          {isThere && isWritable && (
            <div className={styles.reactions} role="group" aria-label={t`React`}>
              {messageReactions.map((reaction) => {
                const { sign, name } = reactionLooks[reaction]
                const isMine = message.ownReaction === reaction
                return (
                  <button
                    key={reaction}
                    type="button"
                    aria-label={i18n._(name)}
                    aria-pressed={isMine}
                    onClick={choose(() => actions.react(message, isMine ? null : reaction))}
                  >
                    <span aria-hidden>{sign}</span>
                  </button>
                )
              })}
            </div>
          )}
          <MenuItems label={label}>
            {isThere && isWritable && (
              <MenuButton icon={Reply} onClick={choose(onReply)}>
                <Trans>Reply</Trans>
              </MenuButton>
            )}
            {isThere && !message.media && (
              <MenuButton icon={Copy} onClick={choose(() => actions.copy(message))}>
                <Trans>Copy</Trans>
              </MenuButton>
            )}
            {canChange && (
              <>
                {!message.media && (
                  <MenuButton icon={Pencil} onClick={choose(() => onEdit((text) => actions.edit(message, text)))}>
                    <Trans>Edit</Trans>
                  </MenuButton>
                )}
                <MenuButton icon={Undo2} onClick={choose(() => actions.withdraw(message))}>
                  <span>
                    <Trans context="message">Withdraw</Trans>
                    <small className={styles.more}>
                      <Trans>Not read yet, so you get back what it cost.</Trans>
                    </small>
                  </span>
                </MenuButton>
              </>
            )}
            <MenuButton icon={Trash2} danger onClick={choose(() => actions.remove(message))}>
              <Trans>Delete for me</Trans>
            </MenuButton>
          </MenuItems>
        </>
      )}
    </AnchoredMenu>
  )
}

export default MessageMenu
