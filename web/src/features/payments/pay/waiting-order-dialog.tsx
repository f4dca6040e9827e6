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
      <Trans context="paying">Not now</Trans>
    </Button>
  )
  if (state === 'paid')
    return (
      <Dialog
        open
        onClose={onClose}
        icon={CircleCheck}
        title={<Trans>The other order is already paid</Trans>}
        intro={
          <Trans>
            <About order={order} />: it went through, so the new order wasn’t charged. If you still want it, order
            again.
          </Trans>
        }
      >
        <Button size="lg" block onClick={() => void check()}>
          <Trans>See the paid order</Trans>
        </Button>
        <Button variant="sec" size="lg" block onClick={onClose}>
          <Trans>Back to payment</Trans>
        </Button>
      </Dialog>
    )
  if (state === 'processing')
    return (
      <Dialog
        open
        onClose={onClose}
        icon={Hourglass}
        title={
          order.renewal ? <Trans>The renewal is in progress</Trans> : <Trans>Another order is still in progress</Trans>
        }
        intro={
          <Trans>
            <About order={order} />: there’s no answer yet. Until it comes we won’t charge anything else, so you don’t
            pay twice.
          </Trans>
        }
      >
        <Button size="lg" block onClick={() => void check()}>
          <Trans>See how it stands</Trans>
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
      title={<Trans>You already have an order waiting</Trans>}
      intro={
        <Trans>
          <About order={order} />: it’s still waiting to be paid. Nothing was charged for the new order: choose the one
          you want.
        </Trans>
      }
    >
      {!order.replaceable && (
        <p>
          <Trans>
            It can’t be cancelled from here: open it and cancel it on its own page, or wait an hour. Then you can order
            again.
          </Trans>
        </p>
      )}
      <Button size="lg" block busy={isLeaving && <Trans>Opening the order…</Trans>} onClick={() => void goOn()}>
        <Trans>Continue the one that’s waiting</Trans>
      </Button>
      {order.replaceable && <Replace busy={busy} onReplace={onReplace} />}
      {leave}
    </Dialog>
  )
}

const Replace = ({ busy, onReplace }: { busy: boolean; onReplace: () => void }) => (
  <Button variant="sec" size="lg" block busy={busy && <Trans>Paying…</Trans>} onClick={onReplace}>
    <Trans>Cancel it and pay for the new one</Trans>
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
      “{plan}”, {price} by {label}, at {clock}
    </Trans>
  )
}

export default WaitingOrderDialog
