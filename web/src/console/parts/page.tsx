import { type ReactNode, useEffect } from 'react'
import styles from './parts.module.css'

/** The frame of a page: its title, actions beside it, content below. */
export const Page = ({
  title,
  actions,
  children,
}: {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}) => {
  useEffect(() => {
    document.title = `${title} · Incontro`
  }, [title])
  return (
    <main id="main" tabIndex={-1} className={styles.main}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </main>
  )
}
