import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useSheetDrag } from '../dialogs/use-sheet-drag.ts'
import styles from './anchored-menu.module.css'

/** Pixels between the menu and its anchor or the window's edge. */
const gap = 8

/** Returns a handler that closes the menu, which returns the focus to where it was, and then calls `then`. */
export type ChooseAction = (then?: () => void) => () => void

/**
 * Actions for what was pressed: beside it where there is room, a sheet at the bottom of a phone's screen. Arrow keys, Home and
 * End move between them; Escape, Tab and a press outside close it.
 */
export const AnchoredMenu = ({
  label,
  anchor,
  align,
  onClose,
  children,
}: {
  readonly label: string
  readonly anchor: HTMLElement
  /** The side of the anchor with which the menu is aligned. */
  readonly align: 'left' | 'right'
  readonly onClose: () => void
  readonly children: (choose: ChooseAction) => ReactNode
}) => {
  const box = useRef<HTMLDialogElement>(null)
  const drag = useSheetDrag(box, () => box.current?.close())
  useLayoutEffect(() => {
    const dialog = box.current
    if (!dialog) return
    dialog.showModal()
    const { top, bottom, left, right } = anchor.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = dialog
    const below = bottom + gap + height <= innerHeight - gap ? bottom + gap : top - gap - height
    const across = align === 'right' ? right - width : left
    dialog.style.setProperty('--top', `${Math.max(gap, Math.min(below, innerHeight - gap - height))}px`)
    dialog.style.setProperty('--left', `${Math.max(gap, Math.min(across, innerWidth - gap - width))}px`)
  }, [anchor, align])
  // Resizing would move the anchor away from the menu, so it closes.
  useEffect(() => {
    addEventListener('resize', onClose)
    return () => removeEventListener('resize', onClose)
  }, [onClose])

  const choose: ChooseAction = (then) => () => {
    // React Aria takes a focus that neither an event nor a script moved, as closing does, for a screen reader's, and
    // then delays that of the next dialog. The anchor is inert and cannot have it yet.
    anchor.focus()
    box.current?.close()
    then?.()
  }
  const move = (event: KeyboardEvent) => {
    // In another dialog, Escape must close only the menu.
    if (event.key === 'Escape') return event.stopPropagation()
    if (event.key === 'Tab') {
      event.preventDefault()
      box.current?.close()
      return
    }
    const all = [...(box.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: -1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    all[(to + all.length) % all.length]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the backdrop is the dialog's own; Esc closes it too
    <dialog
      ref={box}
      className={styles.menu}
      aria-label={label}
      onClose={onClose}
      onKeyDown={move}
      // The menu may be inside an element that is dragged, such as a card.
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => event.target === box.current && box.current.close()}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape and a press outside do the same */}
      <div className={styles.panel} {...drag}>
        {children(choose)}
      </div>
    </dialog>
  )
}
