import type { WaitingOrder } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import { CircleCheck, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#app/api/api.ts'
import { useSite } from '#app/brand/site.ts'
import { dateFormat } from '#app/i18n/date-forms.ts'
import { useMoney } from '#app/i18n/money.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { followRedirect } from '../purchase/follow-redirect.ts'

/**
 * Another order for the same waits, or was paid meanwhile: nothing of the new one was charged. The member continues the
 * first, replaces it, or leaves everything as it is.
 */
const WaitingOrderDialog = ({
  order,
  busy,
  onReplace,
  onClose,
}: {
  order: WaitingOrder
  /** The new order is being sent in place of the first. */
  busy: boolean
  onReplace: () => void
  onClose: () => void
}) => {
  const navigate = useNavigate()
  const { session } = useSession()
  const [isLeaving, setLeaving] = useState(false)
  const { state, system: provider, reference } = order
  const check = () => navigate(`/paymentCheck/${provider}?reference=${reference}`, { replace: true })

  /** Where the bank or the provider's page waits; the page that looks the order up if it was decided meanwhile. */
  const goOn = async () => {
    setLeaving(true)
    const body = { clickid: session.clickid, reference }
    const reply = await api('POST /pay/orders/:provider/checkTransactionStatus', { params: { provider }, body }).catch(
      // That page asks again, and says so while there is no answer.
      () => null,
    )
    if (reply?.threeDS && reply.redirect) return followRedirect(reply.redirect)
    await check()
  }
  const leave = (
    <Button variant="ghost" size="lg" block disabled={busy || isLeaving} onClick={onClose}>
      <Trans>Non ora</Trans>
    </Button>
  )
  if (state === 'paid')
    return (
      <Dialog
        open
        onClose={onClose}
        icon={CircleCheck}
        title={<Trans>L’altro ordine è già pagato</Trans>}
        intro={
          <Trans>
            <About order={order} />: è andato a buon fine, perciò il nuovo ordine non è stato addebitato. Se lo vuoi lo
            stesso, ordina di nuovo.
          </Trans>
        }
      >
        <Button size="lg" block onClick={() => void check()}>
          <Trans>Vedi l’ordine pagato</Trans>
        </Button>
        <Button variant="sec" size="lg" block onClick={onClose}>
          <Trans>Torna al pagamento</Trans>
        </Button>
      </Dialog>
    )
  if (state === 'processing')
    return (
      <Dialog
        open
        onClose={onClose}
        icon={Hourglass}
        title={order.renewal ? <Trans>Il rinnovo è in corso</Trans> : <Trans>Un altro ordine è ancora in corso</Trans>}
        intro={
          <Trans>
            <About order={order} />: non c’è ancora una risposta. Finché non arriva non addebitiamo altro, così non
            paghi due volte.
          </Trans>
        }
      >
        <Button size="lg" block onClick={() => void check()}>
          <Trans>Vedi a che punto è</Trans>
        </Button>
        {order.replaceable && <Replace busy={busy} onReplace={onReplace} />}
        {leave}
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      icon={Hourglass}
      title={<Trans>Hai già un ordine in attesa</Trans>}
      intro={
        <Trans>
          <About order={order} />: aspetta ancora il pagamento. Per il nuovo ordine non abbiamo addebitato nulla: scegli
          tu quale vuoi.
        </Trans>
      }
    >
      {!order.replaceable && (
        <p>
          <Trans>
            Da qui non si può annullare: aprilo e annullalo nella sua pagina, oppure aspetta un’ora. Poi puoi ordinare
            di nuovo.
          </Trans>
        </p>
      )}
      <Button size="lg" block busy={isLeaving && <Trans>Apro l’ordine…</Trans>} onClick={() => void goOn()}>
        <Trans>Continua quello in attesa</Trans>
      </Button>
      {order.replaceable && <Replace busy={busy} onReplace={onReplace} />}
      {leave}
    </Dialog>
  )
}

const Replace = ({ busy, onReplace }: { busy: boolean; onReplace: () => void }) => (
  <Button variant="sec" size="lg" block busy={busy && <Trans>Pagamento in corso…</Trans>} onClick={onReplace}>
    <Trans>Annullalo e paga il nuovo</Trans>
  </Button>
)

/** “3 mesi”, €49.80 by card, 14:05 */
const About = ({ order: { plan, total, currency, label, time } }: { order: WaitingOrder }) => {
  const money = useMoney()
  const { locale } = useSite()
  const price = money(total, currency)
  const clock = dateFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(new Date(time))
  return (
    <Trans>
      «{plan}», {price} con {label}, ore {clock}
    </Trans>
  )
}

export default WaitingOrderDialog
