import { Plural } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { Icon } from '../marks/icon.tsx'
import styles from './error-summary.module.css'

const never = () => () => undefined

/** What has to be mended, in one place: takes the focus when it appears and leads to each field. `stamp` marks a new try. */
export const ErrorSummary = ({
  failures,
  stamp,
}: {
  readonly failures: readonly { readonly field: string; readonly text: ReactNode }[]
  readonly stamp: unknown
}) => {
  const box = useRef<HTMLDivElement>(null)
  const count = failures.length
  // True only for what the server wrote, while the script takes it over.
  const served = useRef(
    useSyncExternalStore(
      never,
      () => false,
      () => true,
    ),
  )
  useEffect(() => {
    // A visitor who began correcting before the script arrived keeps the focus: the page would jump under their finger.
    const begun = served.current && (scrollY > 0 || document.activeElement !== document.body)
    served.current = false
    if (count > 0 && !begun) box.current?.focus()
  }, [count, stamp])
  if (count === 0) return null
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <p className={styles.title}>
        <Icon of={CircleAlert} />
        <Plural value={count} one="C’è una cosa da sistemare" other="Ci sono # cose da sistemare" />
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
