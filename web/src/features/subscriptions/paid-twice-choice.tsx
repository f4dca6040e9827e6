import { dateWords } from '@incontro/contract/date-words'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '#app/api/api.ts'
import { useSite } from '#app/brand/site.ts'
import { dateFormat } from '#app/i18n/date-forms.ts'
import { useMoney } from '#app/i18n/money.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { useRefreshPlan, type Order } from './orders-query.ts'
import styles from './subscription.module.css'

type Choice = 'keep' | 'refund'

/**
 * An order that was paid although another one had taken its place, or the account had been closed: refunded by itself,
 * unless the member keeps it.
 */
export const PaidTwiceChoice = ({ order, until }: { order: Order; until: string }) => {
  const { session } = useSession()
  const { locale } = useSite()
  const money = useMoney()
  const toast = useToast()
  const refreshPlan = useRefreshPlan()
  const [chosen, setChosen] = useState<Choice | null>(null)
  const total = money(order.total, order.currency)
  const deadline = dateWords(
    locale,
    dateFormat(locale, { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }).format(new Date(until)),
    'on',
  )
  const choose = async (choice: Choice) => {
    setChosen(choice)
    const body = { clickid: session.clickid, reference: order.reference, choice }
    const isDone = await api('POST /pay/orders/paidTwice', { body }).then(
      () => true,
      // The toast below informs the member, and the list says what is still to choose.
      () => false,
    )
    await refreshPlan()
    setChosen(null)
    toast({
      text: !isDone ? (
        <Trans>That didn’t work. Try again shortly.</Trans>
      ) : choice === 'keep' ? (
        <Trans>The purchase is yours: it’s already in your profile.</Trans>
      ) : (
        <Trans>We refund {total} to the same payment method.</Trans>
      ),
    })
  }
  return (
    <div className={styles.choice}>
      <p className={styles.small}>
        {order.accountClosed ? (
          <Trans>
            This payment came in when your account was closed. We’ll refund {total} automatically on {deadline}. If
            you’d like to keep the purchase, let us know before then.
          </Trans>
        ) : (
          <Trans>
            This payment came in on top. We’ll refund {total} automatically on {deadline}. If you’d like to keep this
            purchase too, let us know before then.
          </Trans>
        )}
      </p>
      <Button
        size="sm"
        variant="sec"
        busy={chosen === 'keep' && <Trans>Keeping it…</Trans>}
        onClick={() => void choose('keep')}
      >
        <Trans>Keep the purchase</Trans>
      </Button>
      <Button
        size="sm"
        variant="ghost"
        busy={chosen === 'refund' && <Trans>Refunding…</Trans>}
        onClick={() => void choose('refund')}
      >
        <Trans>Refund now</Trans>
      </Button>
    </div>
  )
}
