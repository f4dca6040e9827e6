import { Plural, Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { LogOut, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { useSite } from '../brand/site.ts'
import { outboxOwner } from '../outbox/outbox.ts'
import { useSession } from './session.tsx'
import { type SignOutQuestion, signOutKey } from './sign-out-key.ts'
import { endSession } from './sign-out.ts'

/** Asks before a sign-out that would lose unsent messages, or says that signing out needs a network. */
export default function SignOutDialog({ question }: { readonly question: SignOutQuestion }) {
  const client = useQueryClient()
  const { brand } = useSite()
  const { session } = useSession()
  const [busy, setBusy] = useState(false)
  const close = () => client.setQueryData<SignOutQuestion | null>(signOutKey, null)
  const leave = async () => {
    setBusy(true)
    await endSession(client, outboxOwner(brand.key, session.clickid))
    setBusy(false)
  }
  if (question === 'offline')
    return (
      <Dialog
        open
        icon={WifiOff}
        tone="bad"
        title={<Trans>Per uscire serve la rete</Trans>}
        intro={<Trans>Finché sei senza rete non possiamo chiudere la sessione di questo browser.</Trans>}
        onClose={close}
      >
        <DialogActions>
          <Button variant="sec" onClick={close}>
            <Trans>Chiudi</Trans>
          </Button>
          <Button busy={busy && <Trans>Riprovo…</Trans>} onClick={() => void leave()}>
            <Trans>Riprova</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog
      open
      icon={LogOut}
      title={
        <Plural
          value={question.unsent}
          one="Un messaggio non è ancora partito"
          other="# messaggi non sono ancora partiti"
        />
      }
      intro={<Trans>Se esci adesso, quello che non è partito si cancella da questo browser.</Trans>}
      onClose={close}
    >
      <DialogActions>
        <Button variant="sec" onClick={close}>
          <Trans>Rimani</Trans>
        </Button>
        <Button variant="danger" busy={busy && <Trans>Esco…</Trans>} onClick={() => void leave()}>
          <Trans>Esci e cancella</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
