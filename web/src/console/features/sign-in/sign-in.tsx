import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api, type ReplyOf } from '#console/base/api.ts'
import { problemText } from '#console/base/problem-text.ts'
import { forgetSessionEnded, hasSessionEnded } from '#console/base/session-ended.ts'
import { EnrolFactor } from './enrol-factor.tsx'
import { FactorForm } from './factor-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

/** Address and password, then the second factor: shown, or set up where there is none yet. */
const SignIn = ({ session }: { session: ReplyOf<'GET /admin/api/session'> }) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const again = () => queries.invalidateQueries({ queryKey: ['session'] })
  if (session.state === 'enrol')
    return (
      <SignInFrame title={t`Set up your second factor`}>
        <EnrolFactor onDone={() => void again()} />
      </SignInFrame>
    )
  if (session.state === 'factor')
    return (
      <SignInFrame title={t`Your second factor`}>
        <FactorForm session={session} onDone={() => void again()} />
      </SignInFrame>
    )
  return <Password onDone={() => void again()} />
}

const Password = ({ onDone }: { onDone: () => void }) => {
  const { t, i18n } = useLingui()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => api('POST /admin/api/session', { body: { email, password } }),
    onSuccess: () => {
      forgetSessionEnded()
      onDone()
    },
  })
  return (
    <SignInFrame title={t`Sign in to the console`}>
      {hasSessionEnded() && (
        <Note tone="warn" role="status">
          <Trans>Your session has ended. Sign in again to go on.</Trans>
        </Note>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          signIn.mutate()
        }}
      >
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label={t`Password`}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {signIn.error && <FieldMessage>{i18n._(problemText(signIn.error))}</FieldMessage>}
        <Button type="submit" block busy={signIn.isPending && <Trans>One moment…</Trans>}>
          <Trans>Continue</Trans>
        </Button>
      </form>
    </SignInFrame>
  )
}

export default SignIn
