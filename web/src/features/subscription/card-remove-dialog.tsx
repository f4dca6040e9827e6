import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { Button } from '#components/buttons/button.tsx'
import { Dialog, DialogActions } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import type { StoredCard } from './cards-query.ts'
import { useRefreshPlan } from './orders-query.ts'

/** Confirms the removal of a card and says what happens to a running plan. */
const CardRemoveDialog = ({ card, onClose }: { card: StoredCard; onClose: () => void }) => {
  const { i18n } = useLingui()
  const client = useQueryClient()
  const refreshPlan = useRefreshPlan()
  const toast = useToast()
  const { busy, failure, attempt } = useAttempt()
  const { label: brand } = card
  const remove = () =>
    attempt(async () => {
      await api('DELETE /pay/cards/:id', { params: { id: card.id } })
      await Promise.all([client.invalidateQueries({ queryKey: ['cards'] }), refreshPlan()])
      onClose()
      toast({ text: card.last4 ? <Trans>Carta rimossa.</Trans> : <Trans>{brand} rimosso.</Trans> })
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        card.last4 ? (
          <Trans>
            Rimuovere {brand} che finisce con {card.last4}?
          </Trans>
        ) : (
          <Trans>Rimuovere {brand}?</Trans>
        )
      }
      intro={
        card.paysRenewals && !card.last4 ? (
          <Trans>
            Paga i rinnovi del tuo piano. Il piano resta attivo fino alla fine del periodo pagato; al rinnovo non
            addebitiamo nulla e ti chiediamo come pagare. Per non pagare più, disdici il piano.
          </Trans>
        ) : card.paysRenewals ? (
          <Trans>
            Paga i rinnovi del tuo piano. Il piano resta attivo fino alla fine del periodo pagato; al rinnovo non
            addebitiamo nulla e ti chiediamo con quale carta pagare. Per non pagare più, disdici il piano.
          </Trans>
        ) : !card.last4 ? (
          <Trans>Togliamo il permesso da qui e da {brand}. La prossima volta lo confermi di nuovo.</Trans>
        ) : (
          <Trans>La cancelliamo da qui e dal circuito di pagamento. La prossima volta la scrivi di nuovo.</Trans>
        )
      }
    >
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      <DialogActions>
        <Button variant="sec" onClick={onClose}>
          <Trans>Annulla</Trans>
        </Button>
        <Button variant="danger" busy={busy && <Trans>Rimuovo…</Trans>} onClick={() => void remove()}>
          {card.last4 ? <Trans>Rimuovi la carta</Trans> : <Trans>Rimuovi</Trans>}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export default CardRemoveDialog
