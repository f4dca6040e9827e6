import { Plural, Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { LogOut, WifiOff } from 'lucide-react'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { usePending } from '../api/use-pending.ts'
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
  const [busy, run] = usePending()
  const close = () => client.setQueryData<SignOutQuestion | null>(signOutKey, null)
  const leave = () => run(() => endSession(client, outboxOwner(brand.key, session.clickid)))
  if (question === 'offline')
    return (
      <Dialog
        open
        icon={WifiOff}
        tone="bad"
        title={<Trans>You need a connection to sign out</Trans>}
        intro={<Trans>While you’re offline we can’t end this browser’s session.</Trans>}
        onClose={close}
      >
        <DialogActions>
          <Button variant="sec" onClick={close}>
            <Trans>Close</Trans>
          </Button>
          <Button busy={busy && <Trans>Trying again…</Trans>} onClick={() => void leave()}>
            <Trans>Try again</Trans>
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
          one="One message hasn’t been sent yet"
          other="# messages haven’t been sent yet"
        />
      }
      intro={<Trans>If you sign out now, whatever hasn’t been sent will be deleted from this browser.</Trans>}
      onClose={close}
    >
      <DialogActions>
        <Button variant="sec" onClick={close}>
          <Trans>Stay</Trans>
        </Button>
        <Button variant="danger" busy={busy && <Trans>Signing out…</Trans>} onClick={() => void leave()}>
          <Trans>Sign out and delete</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
