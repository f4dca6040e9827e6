import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { ApiProblem } from '../../app/api.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Note } from '../../components/note.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import layout from '../../styles/layout.module.css'
import { passkeyFailure } from '../identity/passkey-failure.ts'

/** A passkey opens the account for good: somebody who finds it open must not leave one behind. */
const PasskeyPasswordDialog = ({ create, onClose }: { create: (password: string) => Promise<void>; onClose: () => void }) => {
  const { t, i18n } = useLingui()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ readonly text: MessageDescriptor | null; readonly atField: boolean } | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setBusy(true)
    setFailure(null)
    try {
      await create(password)
    } catch (error) {
      setFailure({ text: passkeyFailure(error), atField: error instanceof ApiProblem && error.field === 'password' })
      setBusy(false)
    }
  }
  const words = failure?.text && i18n._(failure.text)
  return (
    <Dialog open onClose={onClose} title={<Trans>Conferma che sei tu</Trans>} intro={<Trans>È passato un po’ dall’accesso: per creare una passkey serve la tua password.</Trans>}>
      <form className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
        {words && !failure.atField && <Note tone="bad" role="alert">{words}</Note>}
        <PasswordField label={t`Password`} name="password" autoComplete="current-password" maxLength={1024} autoFocus error={failure?.atField && words} />
        <DialogActions>
          <Button variant="sec" onClick={onClose}><Trans>Annulla</Trans></Button>
          <Button type="submit" busy={busy && <Trans>Un momento…</Trans>}><Trans>Continua</Trans></Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export default PasskeyPasswordDialog
