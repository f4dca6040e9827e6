import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../app/api.ts'
import { useSession } from '../../app/session.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions } from '../../components/dialog.tsx'
import { Note } from '../../components/note.tsx'
import { useToast } from '../../components/toast.tsx'
import { useAttempt } from '../identity/use-attempt.ts'
import { useDate } from '../payments/terms.tsx'

/** The second click: until when the plan stays, and nothing to talk anybody out of it. */
const CancelDialog = ({ endsAt, onClose }: { endsAt: string; onClose: () => void }) => {
  const { i18n } = useLingui()
  const { session, refresh } = useSession()
  const client = useQueryClient()
  const toast = useToast()
  const date = useDate()
  const { busy, failure, attempt } = useAttempt()
  const until = date(new Date(endsAt))
  const cancel = () => attempt(async () => {
    await api('POST /pay/orders/unsubUser', { body: { clickid: session.clickid } })
    await client.invalidateQueries({ queryKey: ['payRules'] })
    void refresh()
    onClose()
    toast({ text: <Trans>Piano disdetto. Resta attivo fino al {until}.</Trans> })
  })
  return (
    <Dialog open onClose={onClose} title={<Trans>Disdire il piano?</Trans>} intro={<Trans>Resta attivo fino al {until}, poi non paghi più nulla.</Trans>}>
      {failure && <Note tone="bad" role="alert">{i18n._(failure)}</Note>}
      <DialogActions>
        <Button variant="sec" onClick={onClose}><Trans>Tieni il piano</Trans></Button>
        <Button busy={busy && <Trans>Disdico…</Trans>} onClick={() => void cancel()}><Trans>Disdici</Trans></Button>
      </DialogActions>
    </Dialog>
  )
}

export default CancelDialog
