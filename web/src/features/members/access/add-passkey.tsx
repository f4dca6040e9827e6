import type { PasskeyView } from '@incontro/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { Button } from '#components/buttons/button.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Note } from '#components/feedback/note.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { loadPasskeys, passkeyFailure } from '#features/identity/index.ts'
import { deviceOf } from '#app/session/device.ts'
import { useChangePasskeys } from './passkeys-query.ts'
import styles from '../cards/profile.module.css'
import { useReauthentication } from './use-reauthentication.ts'

const PasswordDialog = lazyDialog(() => import('./password-dialog.tsx'))

/** Creates a passkey in this browser; the server may require the password first. */
export const AddPasskey = ({ first }: { first: boolean }) => {
  useIdlePreload(PasswordDialog)
  const { t, i18n } = useLingui()
  const toast = useToast()
  const change = useChangePasskeys()
  const [able, setAble] = useState(true)
  const { busy, asking, refused, attempt, stopAsking } = useReauthentication(passkeyFailure)
  useEffect(() => setAble(typeof PublicKeyCredential === 'function'), [])
  const create = async (password?: string) => {
    const { browser, system } = deviceOf(navigator.userAgent)
    const made: PasskeyView = await (
      await loadPasskeys()
    ).createPasskey(browser && system ? t`${browser} on ${system}` : '', password)
    change((known) => [made, ...known])
    toast({ text: <Trans>Passkey added. You can sign in with it from now on.</Trans> })
  }
  const add = (password?: string) => void attempt(() => create(password))
  if (!able)
    return (
      <Note>
        <Trans>This browser can’t use passkeys.</Trans>
      </Note>
    )
  return (
    <>
      {refused && !asking && (
        <Note tone="bad" role="alert">
          {i18n._(refused.words)}
        </Note>
      )}
      <div className={styles.line}>
        {first && (
          <p className={styles.small}>
            <Trans>You don’t have any yet.</Trans>
          </p>
        )}
        <Button variant="sec" busy={busy && <Trans>Creating the passkey…</Trans>} onClick={() => add()}>
          <Icon of={KeyRound} />
          <Trans>Add a passkey</Trans>
        </Button>
      </div>
      <Suspense fallback={null}>
        {asking && (
          <PasswordDialog
            intro={<Trans>It’s been a while since you signed in: to create a passkey, enter your password.</Trans>}
            busy={busy}
            refused={refused}
            onPassword={add}
            onClose={stopAsking}
          />
        )}
      </Suspense>
    </>
  )
}
