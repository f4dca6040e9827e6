import type { Message } from '@incontro/contract/domain'
import { useLingui } from '@lingui/react/macro'
import { EllipsisVertical } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { Icon } from '#components/marks/icon.tsx'
import { classNames } from '#styles/class-names.ts'
import { reactionLooks } from '../messages/reactions.ts'
import styles from './bubble-line.module.css'

/** Milliseconds for which a finger must rest on a message to open its menu. */
const longPress = 450
/** Pixels beyond which a moving finger counts as scrolling. */
const moved = 10

/** Opens the menu on a long press and on a right click; with selected text the browser's own menu opens. */
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

/** Moves the focus between the messages' buttons by the arrow keys: together they are one tab stop. */
const goOn = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const all = [...(event.currentTarget.closest('[role=log]')?.querySelectorAll<HTMLElement>('[data-actions]') ?? [])]
  all[all.indexOf(event.currentTarget) + step]?.focus()
}

/** A bubble with its menu button and its reactions. */
export const BubbleLine = ({
  message,
  name,
  newest,
  onMenu,
  children,
}: {
  readonly message: Message
  readonly name: string
  /** Whether its button is the tab stop. */
  readonly newest: boolean
  /** Undefined for a message without actions. */
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
    ...(ownReaction ? [{ reaction: ownReaction, by: t`You` }] : []),
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
          aria-label={t`Message actions`}
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
