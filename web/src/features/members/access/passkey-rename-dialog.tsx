import type { PasskeyView } from '@incontro/contract'
import { longestPasskeyName } from '@incontro/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { api } from '#app/api/api.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import layout from '#styles/layout.module.css'
import { useAttempt } from '#app/api/use-attempt.ts'
import { usePasskeyName } from './passkey-row.tsx'
import { useChangePasskeys } from './passkeys-query.ts'

const PasskeyRenameDialog = ({ passkey, onClose }: { passkey: PasskeyView; onClose: () => void }) => {
  const { t, i18n } = useLingui()
  const change = useChangePasskeys()
  const { busy, failure, attempt } = useAttempt()
  const [name, setName] = useState(usePasskeyName()(passkey))
  const [empty, setEmpty] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(name.trim() === '')
    if (name.trim() === '') return
    void attempt(async () => {
      const renamed = await api('PUT /api/users/passkeys/:id', {
        params: { id: passkey.id },
        body: { name: name.trim() },
      })
      change((known) => known.map((one) => (one.id === renamed.id ? renamed : one)))
      onClose()
    })
  }
  return (
    <Dialog open onClose={onClose} title={<Trans>Rename the passkey</Trans>}>
      <form className={layout.form} onSubmit={submit} noValidate>
        {failure && (
          <Note tone="bad" role="alert">
            {i18n._(failure)}
          </Note>
        )}
        <TextField
          label={t`Name`}
          value={name}
          maxLength={longestPasskeyName}
          autoComplete="off"
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          error={empty && <Trans>Write a name, such as the phone or computer it’s on.</Trans>}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogActions>
          <Button variant="sec" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={busy && <Trans>Saving…</Trans>}>
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export default PasskeyRenameDialog
