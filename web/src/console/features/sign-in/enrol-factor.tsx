import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { api, type ReplyOf } from '#console/base/api.ts'
import { problemText } from '#console/base/problem-text.ts'
import { createPasskey } from './passkey.ts'
import { QrCode } from './qr-code.tsx'
import styles from './sign-in.module.css'

/** Sets up a passkey or an app, and shows the recovery codes that come with the first of them. */
export const EnrolFactor = ({ onDone }: { readonly onDone: () => void }) => {
  const { i18n } = useLingui()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [app, setApp] = useState<ReplyOf<'POST /admin/api/account/totp'> | null>(null)
  const finish = ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] | null }) =>
    recoveryCodes ? setCodes(recoveryCodes) : onDone()
  const passkey = useMutation({ mutationFn: createPasskey, onSuccess: finish })
  const begin = useMutation({
    mutationFn: () => api('POST /admin/api/account/totp', { body: {} }),
    onSuccess: setApp,
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (app) return <AppCode app={app} onDone={finish} />
  const error = passkey.error ?? begin.error
  return (
    <div className={styles.choices}>
      <p className={styles.note}>
        <Trans>
          A password alone doesn’t open the data of members. A passkey asks for your fingerprint, face or the code of
          your device; an app shows a code every half minute.
        </Trans>
      </p>
      <Button block onClick={() => passkey.mutate()} busy={passkey.isPending && <Trans>One moment…</Trans>}>
        <Icon of={KeyRound} size={18} /> <Trans>Create a passkey</Trans>
      </Button>
      <Button variant="sec" block onClick={() => begin.mutate()} busy={begin.isPending && <Trans>One moment…</Trans>}>
        <Icon of={Smartphone} size={18} /> <Trans>Use an app with codes</Trans>
      </Button>
      {error && <FieldMessage>{i18n._(problemText(error))}</FieldMessage>}
    </div>
  )
}

const AppCode = ({
  app,
  onDone,
}: {
  readonly app: ReplyOf<'POST /admin/api/account/totp'>
  readonly onDone: (enrolled: { readonly recoveryCodes: readonly string[] | null }) => void
}) => {
  const { t, i18n } = useLingui()
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => api('POST /admin/api/account/totp/confirm', { body: { code: code.replace(/\s/g, '') } }),
    onSuccess: onDone,
    onError: () => setCode(''),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate()
      }}
    >
      <p className={styles.note}>
        <Trans>Scan this with your app, or type the key into it. Then type the code that it shows.</Trans>
      </p>
      <div className={styles.qr}>
        <QrCode modules={app.modules} label={t`QR code of the key`} />
      </div>
      <p className={styles.secret}>{app.secret.replace(/.{4}(?=.)/g, '$& ')}</p>
      <TextField
        label={t`Code from your app`}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
        maxLength={7}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={confirm.error ? i18n._(problemText(confirm.error)) : undefined}
      />
      <Button type="submit" block busy={confirm.isPending && <Trans>One moment…</Trans>}>
        <Trans>Confirm</Trans>
      </Button>
    </form>
  )
}

export const RecoveryCodes = ({
  codes,
  onDone,
}: {
  readonly codes: readonly string[]
  readonly onDone: () => void
}) => (
  <div className={styles.choices}>
    <p className={styles.note}>
      <Trans>
        Keep these recovery codes where you keep important papers. Each opens your account once if you lose your device.
        They aren’t shown again.
      </Trans>
    </p>
    <ul className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <Button variant="sec" block onClick={() => void navigator.clipboard.writeText(codes.join('\n'))}>
      <Trans>Copy</Trans>
    </Button>
    <Button block onClick={onDone}>
      <Trans>I have kept them</Trans>
    </Button>
  </div>
)
