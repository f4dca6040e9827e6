import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useDate } from '#app/i18n/date.ts'
import { useRefreshPlan, type Plan } from './orders-query.ts'
import styles from './subscription.module.css'

/** The confirmation of a cancellation: until when the plan lasts, and nothing that dissuades the member. */
const CancelDialog = ({ plan, onClose }: { plan: Plan; onClose: () => void }) => {
  const { i18n } = useLingui()
  const {
    session: { clickid },
  } = useSession()
  const refreshPlan = useRefreshPlan()
  const toast = useToast()
  const date = useDate()
  const { busy, failure, attempt } = useAttempt()
  const until = date(new Date(plan.paidUntil), 'to')
  const unpaid = plan.state === 'past_due'
  const cancel = () =>
    attempt(async () => {
      await api('POST /pay/orders/unsubUser', { body: { clickid } })
      await refreshPlan()
      onClose()
      toast({
        text: unpaid ? (
          <Trans>Plan cancelled. You won’t pay anything more.</Trans>
        ) : (
          <Trans>Plan cancelled. It stays active until {until}.</Trans>
        ),
      })
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Cancel your plan?</Trans>}
      intro={
        unpaid ? (
          <Trans>
            The plan ends straight away and you pay nothing more. Your profile, conversations and remaining messages
            stay yours.
          </Trans>
        ) : (
          <Trans>
            The plan stays active until <b>{until}</b>, then there’s nothing more to pay. Your profile, conversations
            and remaining messages stay yours.
          </Trans>
        )
      }
    >
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      <div className={styles.choices}>
        <Button
          size="lg"
          block
          variant="danger"
          busy={busy && <Trans>Cancelling…</Trans>}
          onClick={() => void cancel()}
        >
          <Trans>Cancel plan</Trans>
        </Button>
        <Button size="lg" block variant="sec" onClick={onClose}>
          <Trans>Keep the plan</Trans>
        </Button>
      </div>
      <p className={styles.foot}>
        <Trans>We’ll email you the confirmation right away.</Trans>
      </p>
    </Dialog>
  )
}

export default CancelDialog
