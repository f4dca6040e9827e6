import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { FormEvent } from 'react'
import { api } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import layout from '#styles/layout.module.css'
import { accountQuery } from './account-query.ts'
import { dataExportKey } from './data-export-key.ts'
import { mayReauthenticate, ReauthenticationField } from './reauthentication-field.tsx'

/** Asks for the password before the archive is requested, and again before it is downloaded. */
const DataExportDialog = ({ purpose, onClose }: { purpose: 'ask' | 'download'; onClose: () => void }) => {
  const { i18n } = useLingui()
  const client = useQueryClient()
  const {
    session: { clickid },
  } = useSession()
  const { data: account, isError, isFetching, refetch } = useQuery(accountQuery)
  const { busy, failure, attempt } = useAttempt()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    const body = { clickid, ...(password !== '' && { password }) }
    void attempt(async () => {
      if (purpose === 'ask') client.setQueryData(dataExportKey, await api('POST /api/users/export', { body }))
      else location.assign((await api('POST /api/users/export/download', { body })).path)
      onClose()
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      icon={Download}
      title={purpose === 'ask' ? <Trans>Prepare your data</Trans> : <Trans>Download your data</Trans>}
      intro={
        <Trans>
          Profile, conversations, activity, orders and photos in one ZIP file. It’s for you alone: anyone who opens it
          can read everything in it.
        </Trans>
      }
    >
      {account ? (
        <form className={layout.form} onSubmit={submit} noValidate>
          {failure && (
            <Note tone="bad" role="alert">
              {i18n._(failure)}
            </Note>
          )}
          <ReauthenticationField account={account} />
          <DialogActions>
            <Button variant="sec" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            {mayReauthenticate(account) && (
              <Button type="submit" busy={busy && <Trans>One moment…</Trans>}>
                {purpose === 'ask' ? <Trans>Prepare</Trans> : <Trans>Download</Trans>}
              </Button>
            )}
          </DialogActions>
        </form>
      ) : isError ? (
        <ErrorState busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="block" />
      )}
    </Dialog>
  )
}

export default DataExportDialog
