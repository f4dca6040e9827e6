import { Trans, useLingui } from '@lingui/react/macro'
import { Note } from '#components/feedback/note.tsx'
import { PasswordField } from '#components/forms/password-field.tsx'
import type { Account } from './account-query.ts'

/** The password field; for members without a password, the notice that they must sign in again first. */
export const ReauthenticationField = ({ account }: { account: Account }) => {
  const { t } = useLingui()
  if (account.reauthentication === 'password')
    return <PasswordField label={t`Your password`} name="password" autoComplete="current-password" maxLength={1024} />
  if (account.fresh) return null
  return (
    <Note tone="warn">
      <Trans>You signed in more than ten minutes ago. To be safe, sign out, sign in again and come back here.</Trans>
    </Note>
  )
}

/** Whether the form can be submitted: a member without a password needs a fresh session. */
export const mayReauthenticate = ({ reauthentication, fresh }: Account): boolean =>
  reauthentication === 'password' || fresh
