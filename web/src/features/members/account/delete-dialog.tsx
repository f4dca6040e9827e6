import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import layout from '#styles/layout.module.css'
import { useAnnounceClosing } from '#features/accounts/index.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import account from './account.module.css'
import { type Account, accountQuery } from './account-query.ts'
import { PaidMessages } from './paid-messages.tsx'
import { PaidTime } from './paid-time.tsx'
import { mayReauthenticate, ReauthenticationField } from './reauthentication-field.tsx'

/** What is erased, what is kept, and a word to type, so that no one deletes a profile by accident. */
const DeleteDialog = ({ onClose }: { onClose: () => void }) => {
  const { data, isError, isFetching, refetch } = useQuery(accountQuery)
  return (
    <Dialog
      open
      onClose={onClose}
      icon={Trash2}
      tone="bad"
      title={<Trans>Delete your profile?</Trans>}
      intro={
        <Trans>
          It disappears straight away. For 30 days you can change your mind; after that there’s no way back.
        </Trans>
      }
    >
      <ul className={account.points}>
        <li>
          <Trans>We delete your profile, texts, likes, visits and remaining messages.</Trans>
        </li>
        <li>
          <Trans>The messages you wrote stay with the people who received them, without your name.</Trans>
        </li>
        <li>
          <Trans>We keep only the payment records the law requires.</Trans>
        </li>
      </ul>
      <PaidTime forGood />
      <PaidMessages />
      {data ? (
        <DeleteForm account={data} onClose={onClose} />
      ) : isError ? (
        <ErrorState busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="block" />
      )}
    </Dialog>
  )
}

const DeleteForm = ({ account: known, onClose }: { account: Account; onClose: () => void }) => {
  const { t, i18n } = useLingui()
  const {
    session: { clickid },
    update,
  } = useSession()
  const announceClosing = useAnnounceClosing()
  const { busy, failure, attempt, fail } = useAttempt()
  const [unsure, setUnsure] = useState(false)
  const word = t`DELETE`
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const password = String(form.get('password') ?? '')
    const written =
      String(form.get('word') ?? '')
        .trim()
        .toLocaleUpperCase() === word.toLocaleUpperCase()
    setUnsure(!written)
    if (!written) return
    if (known.reauthentication === 'password' && password === '') return fail('password_needed')
    await attempt(async () => {
      announceClosing({ kind: 'deleting', erasedOn: null })
      const { erasedOn } = await api('POST /api/users/deletion', {
        body: { clickid, ...(password !== '' && { password }) },
      }).catch((error: unknown) => {
        announceClosing(null)
        throw error
      })
      announceClosing({ kind: 'deleting', erasedOn })
      update({ accountActive: false })
      onClose()
    })
  }
  return (
    <form className={layout.form} onSubmit={(event) => void submit(event)} noValidate>
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      <ReauthenticationField account={known} />
      {mayReauthenticate(known) && (
        <TextField
          label={<Trans>To confirm, type {word}</Trans>}
          name="word"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={unsure && <Trans>Type {word}, so we know it isn’t a mistake.</Trans>}
        />
      )}
      <div className={account.choices}>
        {mayReauthenticate(known) && (
          <Button type="submit" size="lg" block variant="danger" busy={busy && <Trans>One moment…</Trans>}>
            <Trans>Delete your profile</Trans>
          </Button>
        )}
        <Button size="lg" block variant="sec" onClick={onClose}>
          <Trans>Keep your profile</Trans>
        </Button>
      </div>
    </form>
  )
}

export default DeleteDialog
