import { Trans } from '@lingui/react/macro'
import { CircleAlert, type LucideIcon, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { classNames } from '#styles/class-names.ts'
import styles from './empty-state.module.css'
import { Icon } from '../marks/icon.tsx'
import { useOnline } from './use-online.ts'

export interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title: ReactNode
  readonly text?: ReactNode
  /** What the reader can do next. */
  readonly action?: ReactNode
  readonly tone?: 'pri' | 'bad'
  readonly level?: 1 | 2 | 3
  readonly role?: 'alert' | 'status'
}

/** Explains that a page or section is empty, and offers a next step. */
export const EmptyState = ({ icon, title, text, action, tone = 'pri', level = 2, role }: EmptyStateProps) => {
  const Heading = `h${level}` as const
  return (
    <div className={styles.empty} role={role}>
      <span className={classNames(styles.icon, tone === 'bad' && styles.bad)}>
        <Icon of={icon} size={28} />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  )
}

/** Something could not be loaded: what, the reason if there is no network, and a button to try again. */
export const ErrorState = ({
  onRetry,
  busy = false,
  title,
  text,
}: {
  readonly onRetry?: () => void
  readonly busy?: boolean
  readonly title?: ReactNode
  readonly text?: ReactNode
}) => {
  const offline = !useOnline()
  return (
    <EmptyState
      role="alert"
      tone="bad"
      icon={offline ? WifiOff : CircleAlert}
      title={title ?? (offline ? <Trans>You’re offline</Trans> : <Trans>We couldn’t load this</Trans>)}
      text={
        offline ? (
          <Trans>You’re offline. We’ll try again as soon as you’re back.</Trans>
        ) : (
          (text ?? <Trans>What you wrote or chose is still here.</Trans>)
        )
      }
      action={
        onRetry && (
          <Button variant="sec" onClick={onRetry} busy={busy && <Trans>Trying again…</Trans>}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
    />
  )
}
