import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { ApiProblem } from '../../app/api.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import layout from '../../styles/layout.module.css'
import { googleFailure } from '../identity/google-failure.ts'

/** Another account opens the profile for good: somebody who finds it open must not leave one behind. */
const GooglePasswordDialog = ({ go, onClose }: { go: (password: string) => Promise<never>; onClose: () => void }) => {
  const { t, i18n } = useLingui()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setFailure('')
    await go(String(new FormData(event.currentTarget).get('password') ?? '')).catch((error: unknown) => {
      setFailure(error instanceof ApiProblem ? error.code : 'offline')
      setBusy(false)
    })
  }
  return (
    <Dialog open onClose={onClose} title={<Trans>Conferma che sei tu</Trans>} intro={<Trans>È passato un po’ dall’accesso: per collegare un account serve la tua password.</Trans>}>
      <form className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
        <PasswordField
          label={t`Password`} name="password" autoComplete="current-password" maxLength={1024} autoFocus error={failure !== '' && i18n._(googleFailure(failure).text)}
        />
        <DialogActions>
          <Button variant="sec" onClick={onClose}><Trans>Annulla</Trans></Button>
          <Button type="submit" busy={busy && <Trans>Un momento…</Trans>}><Trans>Continua</Trans></Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export default GooglePasswordDialog
