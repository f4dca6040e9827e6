import { Plural } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../marks/icon.tsx'
import styles from './error-summary.module.css'
import { useHydrating } from '../layout/use-hydrating.ts'

/**
 * Lists the mistakes with links to their fields, and takes the focus when it appears. `stamp` identifies an attempt.
 */
export const ErrorSummary = ({
  failures,
  stamp,
}: {
  readonly failures: readonly { readonly field: string; readonly text: ReactNode }[]
  readonly stamp: unknown
}) => {
  const box = useRef<HTMLDivElement>(null)
  const count = failures.length
  // True only for a summary that the server rendered, during hydration.
  const served = useRef(useHydrating())
  useEffect(() => {
    // Keep the focus of a visitor who began correcting before hydration; otherwise the page would jump.
    const begun = served.current && (scrollY > 0 || document.activeElement !== document.body)
    served.current = false
    if (count > 0 && !begun) box.current?.focus()
  }, [count, stamp])
  if (count === 0) return null
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <p className={styles.title}>
        <Icon of={CircleAlert} />
        <Plural value={count} one="There’s one thing to fix" other="There are # things to fix" />
      </p>
      <ul>
        {failures.map(({ field, text }) => (
          <li key={field}>
            <a href={`#${field}`}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
