import type { LucideIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import styles from './dialog.module.css'

export interface DialogProps {
  readonly open: boolean
  readonly onClose?: () => void
  readonly title: ReactNode
  readonly intro?: ReactNode
  /** A large round icon above the title; it centres the header. */
  readonly icon?: LucideIcon
  /** URL of a picture that replaces the icon. */
  readonly picture?: string | null
  readonly tone?: 'pri' | 'bad'
  /** `full` fills a phone's screen; only for the most important moment. */
  readonly width?: 'md' | 'wide' | 'full'
  /** False for a question that must be answered: no close button, and Escape and the backdrop do nothing. */
  readonly dismissable?: boolean
  readonly children?: ReactNode
}

// The focus trap and the code that makes the page inert load only when the first dialog opens.
const Frame = lazy(() => import('./dialog-frame.tsx'))

/**
 * A bottom sheet on phones, a centred box on larger screens. Closes by ×, Escape and backdrop unless `dismissable` is
 * false.
 */
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

/** The buttons at the end of a dialog: equal in size, side by side if there is space. */
export const DialogActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>
