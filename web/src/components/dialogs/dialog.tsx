import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import styles from './dialog.module.css'
import type { DialogProps } from './dialog-props.ts'

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
