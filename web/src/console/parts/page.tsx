import type { ViewPageName } from '@incontro/contract/admin/view-words'
import { type ReactNode, useEffect } from 'react'
import styles from './parts.module.css'
import { ViewLinks } from './view-links.tsx'
import { ViewsButton } from './views-button.tsx'

/** The frame of a page: its title, actions beside it, content below. */
export const Page = ({
  title,
  actions,
  savedViews,
  children,
}: {
  readonly title: string
  readonly actions?: ReactNode
  /** The page whose filters can be saved. */
  readonly savedViews?: ViewPageName
  readonly children: ReactNode
}) => {
  useEffect(() => {
    document.title = `${title} · Incontro`
  }, [title])
  return (
    <main id="main" tabIndex={-1} className={styles.main}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {(actions || savedViews) && (
          <div className={styles.actions}>
            {actions}
            {savedViews && <ViewsButton page={savedViews} />}
          </div>
        )}
      </div>
      {savedViews && <ViewLinks page={savedViews} />}
      {children}
    </main>
  )
}
