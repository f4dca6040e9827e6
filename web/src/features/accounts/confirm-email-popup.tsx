import { normaliseEmail, visibleEmail } from '@incontro/contract/email-address'
import { Trans, useLingui } from '@lingui/react/macro'
import { MailCheck } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { api } from '#app/api/api.ts'
import { withProofOfWork } from '#app/api/proof-of-work.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { EmailField } from '#components/forms/email-field.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { useAttempt } from '#app/api/use-attempt.ts'

const ChangeEmail = ({ onDone }: { onDone: (email: string) => void }) => {
  const { t, i18n } = useLingui()
  const { session } = useSession()
  const { busy, failure, attempt, fail } = useAttempt()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const newEmail = visibleEmail(String(new FormData(event.currentTarget).get('email') ?? ''))
    if (newEmail === '') return fail('errore_email')
    if (normaliseEmail(newEmail) === normaliseEmail(session.email)) return fail('errore_stessa_mail')
    const change = () =>
      withProofOfWork(fetch, (altcha) =>
        api('POST /api/users/changeEmail', {
          body: { oldEmail: session.email, newEmail, ...(altcha && { altcha }) },
        }),
      )
    if (await attempt(change)) onDone(newEmail)
  }
  return (
    <form className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
      <EmailField
        label={t`New address`}
        name="email"
        autoComplete="email"
        autoFocus
        error={failure && i18n._(failure)}
      />
      <Button type="submit" busy={busy && <Trans>Saving…</Trans>}>
        <Trans>Use this address</Trans>
      </Button>
    </form>
  )
}

/** Double opt-in. The popup stays until the address is confirmed, possibly in another tab or on another device. */
const ConfirmEmailPopup = () => {
  const { i18n } = useLingui()
  const { session, update, refresh, signOut } = useSession()
  const { busy, failure, attempt } = useAttempt()
  const [changing, setChanging] = useState(false)
  const [news, setNews] = useState<'sent' | 'changed' | null>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void refresh()
    }, 5000)
    return () => clearInterval(timer)
  }, [refresh])
  const resend = async () => {
    if (await attempt(() => api('POST /api/users/resendConfirmation', { body: {} }))) setNews('sent')
  }
  return (
    <Dialog
      open
      dismissable={false}
      icon={MailCheck}
      title={<Trans>Check your inbox</Trans>}
      intro={
        <Trans>
          We’ve emailed <b>{session.email}</b>. Open the message and press “Confirm”: that tells us the address is
          really yours.
        </Trans>
      }
    >
      {news === 'sent' && (
        <Note tone="ok" role="status">
          <Trans>Done, we’ve sent it again.</Trans>
        </Note>
      )}
      {news === 'changed' && (
        <Note tone="ok" role="status">
          <Trans>Address changed. We’ve emailed you there.</Trans>
        </Note>
      )}
      {failure && !changing && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      {changing ? (
        <ChangeEmail
          onDone={(email) => {
            update({ email })
            setChanging(false)
            setNews('changed')
          }}
        />
      ) : (
        <p className={`${text.sm} ${text.muted} ${text.center}`}>
          <Trans>If you can’t find it, check your spam folder. The link works for 24 hours.</Trans>
        </p>
      )}
      <DialogActions>
        <Button variant="sec" size="sm" onClick={() => void resend()} busy={busy && <Trans>Sending…</Trans>}>
          <Trans>Send again</Trans>
        </Button>
        <Button variant="sec" size="sm" onClick={() => setChanging(!changing)} aria-expanded={changing}>
          {changing ? <Trans>Cancel</Trans> : <Trans>Change address</Trans>}
        </Button>
      </DialogActions>
      <Button variant="ghost" size="sm" onClick={() => void signOut()}>
        <Trans>Sign out</Trans>
      </Button>
    </Dialog>
  )
}

export default ConfirmEmailPopup
