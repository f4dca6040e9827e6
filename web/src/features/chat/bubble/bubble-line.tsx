import type { Message } from '@incontro/contract/domain'
import { useLingui } from '@lingui/react/macro'
import { EllipsisVertical } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { Icon } from '../../../components/marks/icon.tsx'
import { classNames } from '../../../styles/class-names.ts'
import { reactionLooks } from '../messages/reactions.ts'
import styles from './bubble-line.module.css'

/** So long a finger rests on a message to open its menu, in milliseconds. */
const longPress = 450
/** A finger that moves further, in pixels, scrolls. */
const moved = 10

/** Opens by a finger that rests, and by the right button of a mouse; whoever has selected text gets the browser's own menu. */
const usePress = (open: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const cancel = () => clearTimeout(timer.current)
  return {
    onContextMenu: (event: MouseEvent) => {
      if (getSelection()?.isCollapsed === false) return
      event.preventDefault()
      cancel()
      open()
    },
    onPointerDown: (event: PointerEvent) => {
      cancel()
      if (event.pointerType === 'mouse') return
      from.current = { x: event.clientX, y: event.clientY }
      timer.current = setTimeout(open, longPress)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > moved) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
  }
}

/** The arrow keys go from one message's button to the next: together they are one stop of the Tab key. */
const goOn = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const all = [...(event.currentTarget.closest('[role=log]')?.querySelectorAll<HTMLElement>('[data-actions]') ?? [])]
  all[all.indexOf(event.currentTarget) + step]?.focus()
}

/** A bubble with the button of its menu, and the reactions to it. */
export const BubbleLine = ({
  message,
  name,
  newest,
  onMenu,
  children,
}: {
  readonly message: Message
  readonly name: string
  /** The one whose button the Tab key reaches. */
  readonly newest: boolean
  /** Undefined where nothing can be done with it. */
  readonly onMenu: ((anchor: HTMLElement) => void) | undefined
  readonly children: ReactNode
}) => {
  const { t, i18n } = useLingui()
  const bubble = useRef<HTMLDivElement>(null)
  const own = message.type === 'personal'
  const { ownReaction, otherReaction } = message
  const open = () => bubble.current && onMenu?.(bubble.current)
  const press = usePress(open)
  const reactions = [
    ...(otherReaction ? [{ reaction: otherReaction, by: name }] : []),
    ...(ownReaction ? [{ reaction: ownReaction, by: t`Tu` }] : []),
  ]
  return (
    <div className={classNames(styles.line, own && styles.own)} data-seq={message.seq}>
      <div className={styles.held} ref={bubble} {...(onMenu && press)}>
        {children}
        {reactions.length > 0 && (
          <ul className={styles.reactions}>
            {reactions.map(({ reaction, by }) => {
              const label = i18n._(reactionLooks[reaction].name)
              return (
                <li key={by} role="img" aria-label={`${by}: ${label}`} title={`${by}: ${label}`}>
                  {reactionLooks[reaction].sign}
                </li>
              )
            })}
          </ul>
        )}
      </div>
      {onMenu && (
        <button
          type="button"
          data-actions
          className={styles.actions}
          aria-haspopup="dialog"
          aria-label={t`Azioni sul messaggio`}
          tabIndex={newest ? 0 : -1}
          onKeyDown={goOn}
          onClick={open}
        >
          <Icon of={EllipsisVertical} size={18} />
        </button>
      )}
    </div>
  )
}
