import { Trans, useLingui } from '@lingui/react/macro'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { PasswordField } from '#components/forms/password-field.tsx'
import layout from '#styles/layout.module.css'
import type { Refused } from './use-reauthentication.ts'

/**
 * Asks for the password before a sign-in method is added, so that no one can add one on an unattended device. `intro`
 * says what it is for.
 */
const PasswordDialog = ({
  intro,
  busy,
  refused,
  onPassword,
  onClose,
}: {
  readonly intro: ReactNode
  readonly busy: boolean
  readonly refused: Refused | null
  readonly onPassword: (password: string) => void
  readonly onClose: () => void
}) => {
  const { t, i18n } = useLingui()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onPassword(String(new FormData(event.currentTarget).get('password') ?? ''))
  }
  return (
    <Dialog open onClose={onClose} title={<Trans>Confirm it’s you</Trans>} intro={intro}>
      <form className={layout.form} onSubmit={submit} noValidate>
        {refused && !refused.atPassword && (
          <Note tone="bad" role="alert">
            {i18n._(refused.words)}
          </Note>
        )}
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          maxLength={1024}
          autoFocus
          error={refused?.atPassword && i18n._(refused.words)}
        />
        <DialogActions>
          <Button variant="sec" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={busy && <Trans>One moment…</Trans>}>
            <Trans>Continue</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export default PasswordDialog
