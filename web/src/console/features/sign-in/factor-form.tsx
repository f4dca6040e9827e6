import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { api, type ReplyOf } from '#console/base/api.ts'
import { problemText } from '#console/base/problem-text.ts'
import { assertPasskey } from './passkey.ts'
import styles from './sign-in.module.css'

/** Shows the second factor: completes the sign-in, or renews its proof. */
export const FactorForm = ({
  session,
  onDone,
}: {
  readonly session: ReplyOf<'GET /admin/api/session'>
  readonly onDone: () => void
}) => {
  const { t, i18n } = useLingui()
  const { methods, demoCode } = session
  const [isRecovering, setRecovering] = useState(false)
  const [typed, setTyped] = useState('')
  const byCode = useMutation({
    mutationFn: () =>
      api('POST /admin/api/session/factor', {
        body: isRecovering ? { recoveryCode: typed } : { code: typed.replace(/\s/g, '') },
      }),
    onSuccess: onDone,
    // A code counts once: the next one is typed from the start.
    onError: () => setTyped(''),
  })
  const byPasskey = useMutation({
    mutationFn: async () => api('POST /admin/api/session/factor', { body: { credential: await assertPasskey() } }),
    onSuccess: onDone,
  })
  const error = byCode.error ?? byPasskey.error
  const hasCode = methods.includes('totp') || isRecovering
  return (
    <div className={styles.choices}>
      {hasCode && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            byCode.mutate()
          }}
        >
          <TextField
            key={String(isRecovering)}
            label={isRecovering ? t`Recovery code` : t`Code from your app`}
            inputMode={isRecovering ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            autoFocus
            required
            maxLength={isRecovering ? 40 : 7}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            hint={demoCode !== null && !isRecovering ? t`Demo: the code is ${demoCode}` : undefined}
          />
          <Button type="submit" block busy={byCode.isPending && <Trans>One moment…</Trans>}>
            <Trans>Confirm</Trans>
          </Button>
        </form>
      )}
      {methods.includes('passkey') && (
        <Button
          variant={hasCode ? 'sec' : 'pri'}
          block
          onClick={() => byPasskey.mutate()}
          busy={byPasskey.isPending && <Trans>One moment…</Trans>}
        >
          <Icon of={KeyRound} size={18} /> <Trans>Use a passkey</Trans>
        </Button>
      )}
      {error && <FieldMessage>{i18n._(problemText(error))}</FieldMessage>}
      {methods.includes('recovery') && (
        <Button variant="ghost" onClick={() => setRecovering(!isRecovering)}>
          {isRecovering ? <Trans>Back</Trans> : <Trans>I have lost my device</Trans>}
        </Button>
      )}
    </div>
  )
}
