import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { type BlockerFunction, Link, useBlocker, useLocation } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { hasFleeting } from '#console/base/unsaved.ts'
import parts from '#console/parts/parts.module.css'
import styles from './shell.module.css'
import { useUnsaved } from './use-unsaved.ts'

/** A form or dialog is lost with its page; what is kept comes back with it, and does not stand in the way. */
const isLostBy: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
  hasFleeting() && (from.pathname !== to.pathname || from.search !== to.search)

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

/** Leads back to what is written on other pages: the browser asks about it, whatever page is open. */
export const UnsavedNotice = () => {
  const { pathname } = useLocation()
  const elsewhere = useUnsaved().places.filter(({ address }) => address !== pathname)
  if (elsewhere.length === 0) return null
  return (
    <div className={styles.stale}>
      <Note role="status">
        <span className={parts.noteRow}>
          <Trans>Not saved yet:</Trans>
          {elsewhere.map(({ name, address }) => (
            <Link key={address} to={address}>
              {name}
            </Link>
          ))}
        </span>
      </Note>
    </div>
  )
}

/** Asks once more before a sign-out with which something is lost. */
export const SignOutQuestion = ({
  places,
  onClose,
  onSignOut,
}: {
  readonly places: ReturnType<typeof useUnsaved>['places']
  readonly onClose: () => void
  readonly onSignOut: () => void
}) => {
  const { t, i18n } = useLingui()
  const names = new Intl.ListFormat(i18n.locale).format(places.map(({ name }) => name))
  return (
    <Dialog
      open
      title={t`Sign out without saving?`}
      intro={
        places.length > 0 ? (
          <Trans>What you have written would be lost: {names}</Trans>
        ) : (
          <Trans>What you have written here would be lost.</Trans>
        )
      }
      onClose={onClose}
    >
      <DialogActions>
        <Button variant="sec" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="danger" onClick={onSignOut}>
          <Trans>Sign out</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
