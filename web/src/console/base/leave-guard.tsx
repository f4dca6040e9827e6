import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { hasFleeting } from './unsaved.ts'
import { useUnsaved } from './use-unsaved.ts'

/** State of a navigation that changes the address only: the page stays, with what is written on it. */
export const samePage = { isSamePage: true }
const isSamePage = (state: unknown): boolean => (state as typeof samePage | null)?.isSamePage === true

/** A form or dialog is lost with its page; what is kept comes back with it, and does not stand in the way. */
const isLostBy: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
  hasFleeting() && !isSamePage(to.state) && (from.pathname !== to.pathname || from.search !== to.search)

/**
 * Asks before what was written is lost: with its page, by a link, a key or the browser's buttons, or with the console.
 */
export const LeaveGuard = () => {
  const { t } = useLingui()
  const { isAny } = useUnsaved()
  const blocker = useBlocker(isLostBy)
  const isUnsaved = useEffectEvent(isAny)
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  const { state, reset, proceed } = blocker
  if (state !== 'blocked') return null
  return (
    <Dialog
      open
      title={t`Leave without saving?`}
      intro={<Trans>What you have written here would be lost.</Trans>}
      onClose={reset}
    >
      <DialogActions>
        <Button variant="sec" onClick={reset}>
          <Trans>Stay here</Trans>
        </Button>
        <Button variant="danger" onClick={proceed}>
          <Trans>Leave</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
