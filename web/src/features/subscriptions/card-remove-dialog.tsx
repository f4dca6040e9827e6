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
      toast({ text: card.last4 ? <Trans>Card removed.</Trans> : <Trans>{brand} removed.</Trans> })
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        card.last4 ? (
          <Trans>
            Remove {brand} ending in {card.last4}?
          </Trans>
        ) : (
          <Trans>Remove {brand}?</Trans>
        )
      }
      intro={
        card.paysRenewals && !card.last4 ? (
          <Trans>
            It pays for your plan’s renewals. The plan stays active until the end of the paid period; at the renewal we
            charge nothing and ask you how to pay. To stop paying, cancel the plan.
          </Trans>
        ) : card.paysRenewals ? (
          <Trans>
            It pays the renewals of your plan. The plan stays active until the end of the period you paid for; at
            renewal we charge nothing and ask which card to use. To stop paying, cancel the plan.
          </Trans>
        ) : !card.last4 ? (
          <Trans>We remove the permission here and at {brand}. Next time you confirm it again.</Trans>
        ) : (
          <Trans>We delete it here and at the payment provider. Next time you enter it again.</Trans>
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
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="danger" busy={busy && <Trans>Removing…</Trans>} onClick={() => void remove()}>
          {card.last4 ? <Trans>Remove card</Trans> : <Trans>Remove</Trans>}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export default CardRemoveDialog
