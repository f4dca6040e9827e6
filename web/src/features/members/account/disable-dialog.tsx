import { Trans, useLingui } from '@lingui/react/macro'
import { EyeOff } from 'lucide-react'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { useSite } from '#app/brand/site.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { useAnnounceClosing } from '#features/accounts/index.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import account from './account.module.css'
import { PaidTime } from './paid-time.tsx'

/** Confirms the deactivation of the profile (the specification's popup disattiva_profilo). */
const DisableDialog = ({ onClose }: { onClose: () => void }) => {
  const { i18n } = useLingui()
  const { brand } = useSite()
  const {
    session: { clickid },
    update,
  } = useSession()
  const announceClosing = useAnnounceClosing()
  const { busy, failure, attempt } = useAttempt()
  const disable = () =>
    attempt(async () => {
      announceClosing({ kind: 'disabled' })
      await api('POST /api/users/disableProfile', { body: { clickid } }).catch((error: unknown) => {
        announceClosing(null)
        throw error
      })
      update({ accountActive: false })
      onClose()
    })
  return (
    <Dialog
      open
      onClose={onClose}
      icon={EyeOff}
      tone="bad"
      title={<Trans>Deactivate your profile?</Trans>}
      intro={<Trans>We keep it, but to reopen it you’ll have to write to {brand.supportEmail}.</Trans>}
    >
      <ul className={account.points}>
        <li>
          <Trans>Nobody can find you any more, and people you wrote to no longer see your name.</Trans>
        </li>
        <li>
          <Trans>You’re signed out everywhere, on other devices too.</Trans>
        </li>
        <li>
          <Trans>Your conversations and remaining messages stay as they are.</Trans>
        </li>
      </ul>
      <PaidTime forGood={false} />
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      <div className={account.choices}>
        <Button
          size="lg"
          block
          variant="danger"
          busy={busy && <Trans>Deactivating…</Trans>}
          onClick={() => void disable()}
        >
          <Trans>Deactivate your profile</Trans>
        </Button>
        <Button size="lg" block variant="sec" onClick={onClose}>
          <Trans>Keep your profile</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

export default DisableDialog
