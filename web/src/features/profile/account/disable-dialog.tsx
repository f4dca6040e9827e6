import { Trans, useLingui } from '@lingui/react/macro'
import { EyeOff } from 'lucide-react'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { useSite } from '#app/brand/site.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { useAnnounceClosing } from '#features/announcements/index.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import account from './account.module.css'
import { PaidTime } from './paid-time.tsx'

/** Confirms the deactivation of the profile (the spec's popup disattiva_profilo). */
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
      title={<Trans>Disattivare il profilo?</Trans>}
      intro={<Trans>Lo conserviamo, ma per riaprirlo devi scrivere a {brand.supportEmail}.</Trans>}
    >
      <ul className={account.points}>
        <li>
          <Trans>Nessuno ti trova più e chi ti ha scritto non vede più il tuo nome.</Trans>
        </li>
        <li>
          <Trans>Si chiudono tutti gli accessi, anche sugli altri dispositivi.</Trans>
        </li>
        <li>
          <Trans>Chat e crediti restano come sono.</Trans>
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
          busy={busy && <Trans>Disattivo…</Trans>}
          onClick={() => void disable()}
        >
          <Trans>Disattiva il profilo</Trans>
        </Button>
        <Button size="lg" block variant="sec" onClick={onClose}>
          <Trans>Tieni il profilo</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

export default DisableDialog
