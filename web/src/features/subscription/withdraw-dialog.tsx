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
      toast({ text: <Trans>Recesso ricevuto. Ti rimborsiamo {sum} e ti mandiamo la ricevuta per email.</Trans> })
    })
  return (
    <Dialog open onClose={onClose} title={<Trans>Recedere dall’ordine?</Trans>}>
      <dl className={styles.facts}>
        <dt>
          <Trans>Ordine</Trans>
        </dt>
        <dd>
          {order.planName}, {date(new Date(order.time))}
        </dd>
        <dt>
          <Trans>Pagato</Trans>
        </dt>
        <dd>{money(order.paid, order.currency)}</dd>
        <dt>
          <Trans>Rimborso</Trans>
        </dt>
        <dd>
          <b>{money(order.refund, order.currency)}</b>
        </dd>
      </dl>
      <p className={styles.small}>
        {order.endsPlan ? (
          <Trans>
            Il tempo non usato finisce subito e questo ordine non si rinnova. Tratteniamo solo i giorni già trascorsi.
          </Trans>
        ) : (
          <Plural
            value={order.credits}
            one="Riprendiamo # credito non usato. Tratteniamo solo quelli spesi."
            other="Riprendiamo # crediti non usati. Tratteniamo solo quelli spesi."
          />
        )}{' '}
        {order.restoredUntil !== null && (
          <Trans>
            Il tempo del piano di prima torna: vale fino {date(new Date(order.restoredUntil), 'to')}, senza rinnovo.
          </Trans>
        )}{' '}
        <Trans>Il denaro torna sul metodo con cui hai pagato, entro 14 giorni.</Trans>
      </p>
      {failure && (
        <Note tone="bad" role="alert">
          {i18n._(failure)}
        </Note>
      )}
      <div className={styles.choices}>
        <Button size="lg" block variant="danger" busy={busy && <Trans>Invio…</Trans>} onClick={() => void withdraw()}>
          <Trans>Conferma il recesso</Trans>
        </Button>
        <Button size="lg" block variant="sec" onClick={onClose}>
          <Trans>Tieni l’ordine</Trans>
        </Button>
      </div>
      <p className={styles.foot}>
        <Trans>Ti mandiamo subito la ricevuta per email.</Trans>
      </p>
    </Dialog>
  )
}

export default WithdrawDialog
