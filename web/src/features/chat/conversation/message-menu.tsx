import type { Message } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, type LucideIcon, Pencil, Reply, Trash2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Icon } from '../../../components/marks/icon.tsx'
import { messageReactions, reactionLooks } from '../messages/reactions.ts'
import type { MessageActions } from '../messages/use-message-actions.tsx'
import styles from './message-menu.module.css'

/** Pixels between the menu and the bubble or the window's edge. */
const gap = 8

const Item = ({
  icon,
  danger,
  onClick,
  children,
}: {
  readonly icon: LucideIcon
  readonly danger?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}) => (
  <button type="button" className={danger ? styles.danger : undefined} onClick={onClick}>
    <Icon of={icon} />
    {children}
  </button>
)

/** The menu of one message: beside it where there is room, at the bottom of a phone's screen. */
const MessageMenu = ({
  message,
  open: isWritable,
  read,
  anchor,
  actions,
  onReply,
  onEdit,
  onClose,
}: {
  readonly message: Message
  /** Whether the member can write in the conversation. */
  readonly open: boolean
  readonly read: boolean
  /** The bubble. */
  readonly anchor: HTMLElement
  readonly actions: MessageActions
  readonly onReply: () => void
  readonly onEdit: () => void
  readonly onClose: () => void
}) => {
  const { t, i18n } = useLingui()
  const box = useRef<HTMLDialogElement>(null)
  const own = message.type === 'personal'
  const isThere = !message.withdrawn
  const canChange = own && isThere && !read && isWritable
  useLayoutEffect(() => {
    const dialog = box.current
    if (!dialog) return
    dialog.showModal()
    const { top, bottom, left, right } = anchor.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = dialog
    const below = bottom + gap + height <= innerHeight - gap ? bottom + gap : top - gap - height
    const across = own ? right - width : left
    dialog.style.setProperty('--top', `${Math.max(gap, Math.min(below, innerHeight - gap - height))}px`)
    dialog.style.setProperty('--left', `${Math.max(gap, Math.min(across, innerWidth - gap - width))}px`)
  }, [anchor, own])
  // Scrolling or resizing would move the bubble away from the menu, so it closes.
  useEffect(() => {
    addEventListener('resize', onClose)
    return () => removeEventListener('resize', onClose)
  }, [onClose])

  /** The focus is where it was before anything else happens. */
  const choose = (then: () => void) => () => {
    box.current?.close()
    then()
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const all = [...(box.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    all[(at + step + all.length) % all.length]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the backdrop is the dialog's own; Esc closes it too
    <dialog
      ref={box}
      className={styles.menu}
      aria-label={t`Azioni sul messaggio`}
      onClose={onClose}
      onKeyDown={move}
      onClick={(event) => event.target === box.current && box.current.close()}
    >
      <div className={styles.panel}>
        {isThere && isWritable && (
          <div className={styles.reactions} role="group" aria-label={t`Reagisci`}>
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
        <div className={styles.list}>
          {isThere && isWritable && (
            <Item icon={Reply} onClick={choose(onReply)}>
              <Trans>Rispondi</Trans>
            </Item>
          )}
          {isThere && !message.media && (
            <Item icon={Copy} onClick={choose(() => actions.copy(message))}>
              <Trans>Copia</Trans>
            </Item>
          )}
          {canChange && (
            <>
              {!message.media && (
                <Item icon={Pencil} onClick={choose(onEdit)}>
                  <Trans>Modifica</Trans>
                </Item>
              )}
              <Item icon={Undo2} onClick={choose(() => actions.withdraw(message))}>
                <span>
                  <Trans>Ritira</Trans>
                  <small>
                    <Trans>Non è ancora stato letto: quello che è costato torna a te.</Trans>
                  </small>
                </span>
              </Item>
            </>
          )}
          <Item icon={Trash2} danger onClick={choose(() => actions.remove(message))}>
            <Trans>Elimina per me</Trans>
          </Item>
        </div>
      </div>
    </dialog>
  )
}

export default MessageMenu
