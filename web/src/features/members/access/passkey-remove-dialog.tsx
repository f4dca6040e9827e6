import type { PasskeyView } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '#app/api/api.ts'
import { usePending } from '#app/api/use-pending.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { loadPasskeys, passkeyFailure } from '#features/identity/index.ts'
import { usePasskeyName } from './passkey-row.tsx'
import { useChangePasskeys } from './passkeys-query.ts'

const PasskeyRemoveDialog = ({
  passkey,
  onClose,
  onRemoved,
}: {
  passkey: PasskeyView
  onClose: () => void
  onRemoved: () => void
}) => {
  const { i18n } = useLingui()
  const toast = useToast()
  const change = useChangePasskeys()
  const name = usePasskeyName()(passkey)
  const [busy, run] = usePending()
  const [failure, setFailure] = useState<MessageDescriptor | null>(null)
  const remove = async () => {
    setFailure(null)
    const isRemoved = await run(() =>
      api('DELETE /api/users/passkeys/:id', { params: { id: passkey.id } }).then(
        () => true,
        async (error: unknown) => {
          setFailure(await passkeyFailure(error))
          return false
        },
      ),
    )
    if (!isRemoved) return
    void loadPasskeys().then(({ forgetPasskey }) => forgetPasskey(passkey.credentialId))
    change((known) => known.filter(({ id }) => id !== passkey.id))
    onRemoved()
    toast({ text: <Trans>Passkey removed.</Trans> })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Remove “{name}”?</Trans>}
      intro={
        <Trans>
          You’ll no longer be able to sign in with this passkey. A copy that opens nothing may stay on the device: you
          can delete it there.
        </Trans>
      }
    >
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      <DialogActions>
        <Button variant="sec" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="danger" busy={busy && <Trans>Removing…</Trans>} onClick={() => void remove()}>
          <Trans>Remove</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export default PasskeyRemoveDialog
