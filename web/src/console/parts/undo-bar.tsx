import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { Kbd } from './kbd.tsx'
import styles from './undo-bar.module.css'

interface Undo {
  /** Until when it can be taken back, ISO 8601; null while nothing can. */
  readonly until: string | null
  readonly done: ReactNode
  /** What the key does, for the help sheet. */
  readonly help: string
  readonly onUndo: () => void
  /** Whether it is being taken back: pressing again does nothing. */
  readonly isUndoing?: boolean
  /** Called once the time is over, or `graceMs` later. */
  readonly onOver: () => void
  readonly graceMs?: number
}

/** Says what was done and takes it back, by its button or `z`, while that is possible. */
export const UndoBar = ({ until, done, help, onUndo, isUndoing = false, onOver, graceMs = 0 }: Undo) => {
  const press = () => {
    if (!isUndoing) onUndo()
  }
  useShortcut('z', help, press, until !== null)
  useEffect(() => {
    if (until === null) return undefined
    const timer = setTimeout(onOver, Math.max(0, new Date(until).getTime() - Date.now()) + graceMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the function is another one each time, what was done is not
  }, [until])
  if (until === null) return null
  return (
    <div className={styles.undo} role="status">
      <span>{done}</span>
      <Button variant="sec" busy={isUndoing && <Trans>One moment…</Trans>} onClick={press}>
        <Trans>Undo</Trans> <Kbd>Z</Kbd>
      </Button>
    </div>
  )
}
