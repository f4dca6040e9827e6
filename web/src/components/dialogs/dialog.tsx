import type { LucideIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import styles from './dialog.module.css'

export interface DialogProps {
  readonly open: boolean
  readonly onClose?: () => void
  readonly title: ReactNode
  readonly intro?: ReactNode
  /** A large round drawing above the title; centres the head. */
  readonly icon?: LucideIcon
  /** The address of a picture that stands there instead. */
  readonly picture?: string | null
  readonly tone?: 'pri' | 'bad'
  /** `full` fills a phone's screen, for the one moment that deserves it. */
  readonly width?: 'md' | 'wide' | 'full'
  /** False for a question that has to be answered: no close button, Esc and backdrop do nothing. */
  readonly dismissable?: boolean
  readonly children?: ReactNode
}

// The focus trap and the inert page behind are only loaded when a first dialog opens.
const Frame = lazy(() => import('./dialog-frame.tsx'))

/** A bottom sheet on phones, a centred box above. Closes by ×, Esc and backdrop unless `dismissable` is false. */
export const Dialog = (props: DialogProps) => {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (props.open) setWanted(true)
  }, [props.open])
  return wanted ? (
    <Suspense fallback={null}>
      <Frame {...props} />
    </Suspense>
  ) : null
}

/** The buttons at the end of a dialog: equal in size, side by side where there is room. */
export const DialogActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>
