import { normaliseEmail, visibleEmail } from '@incontro/contract/email-address'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api } from '#app/api/api.ts'
import { withProofOfWork } from '#app/api/proof-of-work.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { EmailField } from '#components/forms/email-field.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import layout from '#styles/layout.module.css'
import { useAttempt } from '#app/api/use-attempt.ts'
import { type Account, accountQuery } from './account-query.ts'
import { mayReauthenticate, ReauthenticationField } from './reauthentication-field.tsx'

/** Requests a change of address; nothing changes until the link sent to the new address is opened. */
const ChangeEmailDialog = ({ account, onClose }: { account: Account; onClose: () => void }) => {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const toast = useToast()
  const { busy, failure, attempt, fail } = useAttempt()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const newEmail = visibleEmail(String(form.get('email') ?? ''))
    const password = String(form.get('password') ?? '')
    if (newEmail === '') return fail('errore_email')
    if (normaliseEmail(newEmail) === normaliseEmail(account.email)) return fail('errore_stessa_mail')
    if (account.reauthentication === 'password' && password === '') return fail('password_needed')
    await attempt(async () => {
      await withProofOfWork(fetch, (altcha) =>
        api('POST /api/users/changeEmail', {
          body: { oldEmail: account.email, newEmail, ...(password !== '' && { password }), ...(altcha && { altcha }) },
        }),
      )
      await client.invalidateQueries({ queryKey: accountQuery.queryKey })
      onClose()
      toast({ text: <Trans>Done: open the link we sent to {newEmail}.</Trans> })
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Change email</Trans>}
      intro={
        <Trans>
          We’ll send a link to the new address. When you open it, it replaces <b>{account.email}</b>, where we’ll send a
          notice with a way to undo it.
        </Trans>
      }
    >
      <form className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && (
          <Note tone="bad" role="alert">
            {i18n._(failure)}
          </Note>
        )}
        <EmailField label={t`New address`} name="email" autoComplete="email" autoFocus />
        <ReauthenticationField account={account} />
        <DialogActions>
          <Button variant="sec" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {mayReauthenticate(account) && (
            <Button type="submit" busy={busy && <Trans>Sending…</Trans>}>
              <Trans>Send me the link</Trans>
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

export default ChangeEmailDialog
