import type { PasskeyView } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiProblem } from '../../app/api.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Note } from '../../components/note.tsx'
import { useToast } from '../../components/toast.tsx'
import { deviceOf } from './device.ts'
import { useChangePasskeys } from './passkeys-query.ts'
import styles from './profile.module.css'

const PasswordDialog = lazy(() => import('./passkey-password-dialog.tsx'))

/** Creates a passkey in this browser; the server may want the password first. */
export const AddPasskey = ({ first }: { first: boolean }) => {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const change = useChangePasskeys()
  const [able, setAble] = useState(true)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<MessageDescriptor | null>(null)
  useEffect(() => setAble(typeof PublicKeyCredential === 'function'), [])
  const create = async (password?: string) => {
    const { browser, system } = deviceOf(navigator.userAgent)
    const made: PasskeyView = await (await import('../identity/passkey.ts')).createPasskey(browser && system ? t`${browser} su ${system}` : '', password)
    change((known) => [made, ...known])
    setAsking(false)
    toast({ text: <Trans>Passkey aggiunta. Dalla prossima volta puoi accedere con quella.</Trans> })
  }
  const add = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await create()
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'password_needed') setAsking(true)
      else setFailure((await import('../identity/passkey-failure.ts')).passkeyFailure(error))
    }
    setBusy(false)
  }
  if (!able) return <Note><Trans>Questo browser non può usare le passkey.</Trans></Note>
  return (
    <>
      {failure && <Note tone="bad" role="alert">{i18n._(failure)}</Note>}
      <div className={styles.line}>
        {first && <p className={styles.small}><Trans>Non ne hai ancora nessuna.</Trans></p>}
        <Button variant="sec" busy={busy && <Trans>Creo la passkey…</Trans>} onClick={() => void add()}><Icon of={KeyRound} /><Trans>Aggiungi una passkey</Trans></Button>
      </div>
      <Suspense fallback={null}>
        {asking && <PasswordDialog create={create} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  )
}
