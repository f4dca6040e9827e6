import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../marks/icon.tsx'
import styles from './menu-items.module.css'

/** The actions of an `AnchoredMenu`: `MenuLink`s and `MenuButton`s. */
export const MenuItems = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={styles.items} role="menu" aria-label={label}>
    {children}
  </div>
)

interface Item {
  readonly icon: LucideIcon
  readonly children: ReactNode
}

export const MenuLink = ({
  icon,
  to,
  reload = false,
  children,
  onClick,
}: Item & { to: string; /** For a page of visitors. */ reload?: boolean; onClick: () => void }) => (
  <Link to={to} reloadDocument={reload} role="menuitem" tabIndex={-1} onClick={onClick}>
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
