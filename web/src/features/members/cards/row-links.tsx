import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import styles from './row-links.module.css'

export interface RowLink {
  /** An address of the shell; a page outside of it is loaded by the browser. */
  readonly to: string
  readonly isOutside?: boolean
  readonly icon: LucideIcon
  readonly title: ReactNode
  /** What is set now, as far as it is known. */
  readonly value?: ReactNode
}

/** A list of places, one line each. */
export const RowLinks = ({ rows }: { readonly rows: readonly RowLink[] }) => (
  <ul className={styles.rows}>
    {rows.map(({ to, isOutside = false, icon, title, value }) => (
      <li key={to}>
        <Link to={to} reloadDocument={isOutside} className={styles.row}>
          <Icon of={icon} />
          <span className={styles.title}>{title}</span>
          {value && <span className={`${text.clip} ${styles.value}`}>{value}</span>}
          <Icon of={ChevronRight} size={18} />
        </Link>
      </li>
    ))}
  </ul>
)
