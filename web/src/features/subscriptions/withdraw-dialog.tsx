import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { Note } from '#components/feedback/note.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { useMoney } from '#app/i18n/money.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useDate } from '#app/i18n/date.ts'
import { useRefreshPlan, type Withdrawable } from './orders-query.ts'
import styles from './subscription.module.css'

/** Shows the amounts of a withdrawal before it is confirmed. */
const WithdrawDialog = ({ order, onClose }: { order: Withdrawable; onClose: () => void }) => {
  const { i18n } = useLingui()
  const {
    session: { clickid },
  } = useSession()
  const refreshPlan = useRefreshPlan()
  const toast = useToast()
  const date = useDate()
  const money = useMoney()
  const { busy, failure, attempt } = useAttempt()
  const withdraw = () =>
    attempt(async () => {
      const { refund, currency } = await api('POST /pay/orders/withdraw', {
        body: { clickid, reference: order.reference },
      })
      const sum = money(refund, currency)
      await refreshPlan()
      onClose()
      toast({ text: <Trans>Withdrawal received. We’ll refund {sum} and email you the receipt.</Trans> })
    })
  return (
    <Dialog open onClose={onClose} title={<Trans>Withdraw from the order?</Trans>}>
      <dl className={styles.facts}>
        <dt>
          <Trans>Order</Trans>
        </dt>
        <dd>
          {order.planName}, {date(new Date(order.time))}
        </dd>
        <dt>
          <Trans>Paid</Trans>
        </dt>
        <dd>{money(order.paid, order.currency)}</dd>
        <dt>
          <Trans>Refund</Trans>
        </dt>
        <dd>
          <b>{money(order.refund, order.currency)}</b>
        </dd>
      </dl>
      <p className={styles.small}>
        {order.endsPlan ? (
          <Trans>
            The unused time ends straight away and this order doesn’t renew. We keep only the days that have passed.
          </Trans>
        ) : (
          <Plural
            value={order.messages}
            one="We take back # unused message. We keep only what was spent."
            other="We take back # unused messages. We keep only what was spent."
          />
        )}{' '}
        {order.restoredUntil !== null && (
          <Trans>
            You get back the time left on your previous plan: it lasts until {date(new Date(order.restoredUntil), 'to')}{' '}
            and doesn’t renew.
          </Trans>
        )}{' '}
        <Trans>The money goes back to the method you paid with, within 14 days.</Trans>
      </p>
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      <div className={styles.choices}>
        <Button size="lg" block variant="danger" busy={busy && <Trans>Sending…</Trans>} onClick={() => void withdraw()}>
          <Trans>Confirm the withdrawal</Trans>
        </Button>
        <Button size="lg" block variant="sec" onClick={onClose}>
          <Trans>Keep the order</Trans>
        </Button>
      </div>
      <p className={styles.foot}>
        <Trans>We’ll email you the receipt right away.</Trans>
      </p>
    </Dialog>
  )
}

export default WithdrawDialog
