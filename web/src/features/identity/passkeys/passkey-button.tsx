import type { SignedInSession } from '@incontro/contract/domain'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { useStableHandler } from '#components/layout/use-stable-handler.ts'
import { Note } from '#components/feedback/note.tsx'
import type { offerPasskeys } from './passkey.ts'

type PasskeyOutcome = Parameters<typeof offerPasskeys>[0]

/**
 * Offers passkeys at the field marked `webauthn` while the page is open; the returned functions pause and resume the
 * offer.
 */
const usePasskeyOffer = (outcome: PasskeyOutcome) => {
  const onIn = useStableHandler(outcome.in)
  const onRefused = useStableHandler(outcome.refused)
  const stop = useRef<() => void>(undefined)
  const resume = useCallback(async () => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
    const passkeys = await import('./passkey.ts')
    stop.current?.()
    stop.current = passkeys.offerPasskeys({ in: onIn, refused: onRefused })
  }, [onIn, onRefused])
  return { pause: useCallback(() => stop.current?.(), []), resume }
}

/** Signs in with a passkey, if the browser supports it. Its code loads after the page. */
export const PasskeyButton = ({ onSignedIn }: { onSignedIn: (member: SignedInSession) => void }) => {
  const { i18n } = useLingui()
  const [able, setAble] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<MessageDescriptor | null>(null)
  const refused = async (error: unknown) => {
    setFailure((await import('./passkey-failure.ts')).passkeyFailure(error))
    setBusy(false)
    await resume()
  }
  const { pause, resume } = usePasskeyOffer({ in: onSignedIn, refused: (error) => void refused(error) })
  useEffect(() => {
    if (typeof PublicKeyCredential !== 'function') return
    setAble(true)
    // Without the offer, the button still works.
    void resume().catch(() => undefined)
    return pause
  }, [pause, resume])
  const ask = async () => {
    setBusy(true)
    setFailure(null)
    pause()
    await import('./passkey.ts').then(({ signInWithPasskey }) => signInWithPasskey()).then(onSignedIn, refused)
  }
  if (!able) return null
  return (
    <>
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      <Button
        variant="sec"
        size="lg"
        block
        busy={busy && <Trans>Waiting for the passkey…</Trans>}
        onClick={() => void ask()}
      >
        <Icon of={KeyRound} />
        <Trans>Sign in with a passkey</Trans>
      </Button>
    </>
  )
}
