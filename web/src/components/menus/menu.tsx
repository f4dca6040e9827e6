import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '../marks/icon.tsx'
import styles from './menu.module.css'

/** Props of the button that opens the menu. */
export interface MenuTrigger {
  readonly 'aria-haspopup': 'menu'
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string | undefined
  readonly onClick: () => void
}

/** Calls `then` after the menu has closed and its button has the focus, so that a dialog can return the focus there. */
export type Choose = (then?: () => void) => void

const itemsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

/**
 * A button with a list of actions. Arrow keys, Home and End move between them; Escape, Tab and a press outside close it
 * (WAI-ARIA menu button pattern).
 */
export const Menu = ({
  label,
  trigger,
  children,
}: {
  readonly label: string
  readonly trigger: (props: MenuTrigger) => ReactNode
  readonly children: (choose: Choose) => ReactNode
}) => {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLSpanElement>(null)
  const list = useRef<HTMLSpanElement>(null)
  const focusTrigger = () => box.current?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus()

  useEffect(() => {
    if (!isOpen) return
    itemsOf(list.current)[0]?.focus()
    const closeOutside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setIsOpen(false)
    }
    addEventListener('pointerdown', closeOutside)
    addEventListener('focusin', closeOutside)
    return () => {
      removeEventListener('pointerdown', closeOutside)
      removeEventListener('focusin', closeOutside)
    }
  }, [isOpen])

  const choose: Choose = (then) => {
    setIsOpen(false)
    focusTrigger()
    then?.()
  }
  const move = (event: KeyboardEvent) => {
    const items = itemsOf(list.current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key]
    if (event.key === 'Escape') choose()
    else if (event.key === 'Tab') setIsOpen(false)
    else if (to !== undefined) items[to % items.length]?.focus()
    if (to === undefined && event.key !== 'Escape') return
    event.preventDefault()
    // In a dialog, Escape must close only the menu.
    event.stopPropagation()
  }

  return (
    <span className={styles.menu} ref={box}>
      {trigger({
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: () => setIsOpen(!isOpen),
      })}
      {isOpen && (
        <span className={styles.list} ref={list} id={id} role="menu" aria-label={label} tabIndex={-1} onKeyDown={move}>
          {children(choose)}
        </span>
      )}
    </span>
  )
}

interface Item {
  readonly icon: LucideIcon
  readonly children: ReactNode
}

export const MenuLink = ({ icon, to, children, onClick }: Item & { to: string; onClick: () => void }) => (
  <Link to={to} role="menuitem" tabIndex={-1} onClick={onClick}>
    <Icon of={icon} />
    {children}
  </Link>
)

export const MenuButton = ({
  icon,
  danger = false,
  children,
  onClick,
}: Item & { danger?: boolean; onClick: () => void }) => (
  <button type="button" role="menuitem" tabIndex={-1} className={danger ? styles.danger : undefined} onClick={onClick}>
    <Icon of={icon} />
    {children}
  </button>
)
