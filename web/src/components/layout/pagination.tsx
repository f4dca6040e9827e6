import { useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { classNames } from '#styles/class-names.ts'
import { Icon } from '../marks/icon.tsx'
import styles from './pagination.module.css'
import { pageWindow } from './pagination-window.ts'

export interface PaginationProps {
  readonly page: number
  readonly pages: number
  /** The URL of a page, so that each page can be opened, shared and revisited. */
  readonly href: (page: number) => string
  readonly onSelect?: (page: number) => void
}

/** Links to pages in windows of five. Renders nothing if there is only one page. */
export const Pagination = ({ page, pages, href, onSelect }: PaginationProps) => {
  const { t } = useLingui()
  if (pages <= 1) return null
  const shown = pageWindow(page, pages)
  const last = shown[shown.length - 1] ?? 1
  const step = (to: number, label: string, icon: typeof ChevronLeft) =>
    to < 1 || to > pages ? (
      <span
        className={classNames(styles.page, styles.step, styles.off)}
        role="link"
        aria-disabled="true"
        aria-label={label}
      >
        <Icon of={icon} />
      </span>
    ) : (
      <Link
        className={classNames(styles.page, styles.step)}
        to={href(to)}
        onClick={() => onSelect?.(to)}
        aria-label={label}
      >
        <Icon of={icon} />
      </Link>
    )
  return (
    <nav className={styles.pages} aria-label={t`Pages`}>
      {step(page - 1, t`Previous page`, ChevronLeft)}
      {shown.map((number) => (
        <Link
          key={number}
          className={styles.page}
          to={href(number)}
          onClick={() => onSelect?.(number)}
          aria-label={t`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
        >
          {number}
        </Link>
      ))}
      {last < pages && (
        <span className={styles.more} aria-hidden>
          …
        </span>
      )}
      {step(page + 1, t`Next page`, ChevronRight)}
    </nav>
  )
}
