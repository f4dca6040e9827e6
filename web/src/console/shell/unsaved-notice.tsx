import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { useMe } from '#console/base/me.tsx'
import type { UnsavedPlace } from '#console/base/unsaved.ts'
import { useUnsaved } from '#console/base/use-unsaved.ts'
import parts from '#console/parts/parts.module.css'
import styles from './shell.module.css'

/** Leads back to what is written on other pages: the browser asks about it, whatever page is open. */
export const UnsavedNotice = () => {
  const { pathname } = useLocation()
  const elsewhere = useNamed(useUnsaved().places.filter(({ address }) => address !== pathname))
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

/** Of several brands each place says whose it is: their flows have the same names. */
function useNamed(places: readonly UnsavedPlace[]): readonly UnsavedPlace[] {
  const { brands } = useMe()
  if (brands.length === 1) return places
  return places.map(({ name, address }) => {
    const brand = brands.find(({ key }) => address.startsWith(`/${key}/`))
    return { name: brand ? `${name} (${brand.title})` : name, address }
  })
}

/** Asks once more before a sign-out with which something is lost. */
export const SignOutQuestion = ({
  places,
  onClose,
  onSignOut,
}: {
  readonly places: readonly UnsavedPlace[]
  readonly onClose: () => void
  readonly onSignOut: () => void
}) => {
  const { t, i18n } = useLingui()
  const names = new Intl.ListFormat(i18n.locale).format(useNamed(places).map(({ name }) => name))
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
