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

/** An order that was paid although another one had taken its place: refunded by itself, unless the member keeps it. */
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
        <Trans>Non ha funzionato. Riprova tra poco.</Trans>
      ) : choice === 'keep' ? (
        <Trans>L’acquisto è tuo: lo trovi già nel profilo.</Trans>
      ) : (
        <Trans>Ti rimborsiamo {total} sullo stesso metodo di pagamento.</Trans>
      ),
    })
  }
  return (
    <div className={styles.choice}>
      <p className={styles.small}>
        <Trans>
          Questo pagamento è arrivato in più. Ti rimborsiamo {total} {deadline}, senza che tu faccia nulla. Se vuoi
          tenere anche questo acquisto, dillo prima.
        </Trans>
      </p>
      <Button
        size="sm"
        variant="sec"
        busy={chosen === 'keep' && <Trans>Lo tengo…</Trans>}
        onClick={() => void choose('keep')}
      >
        <Trans>Tieni l’acquisto</Trans>
      </Button>
      <Button
        size="sm"
        variant="ghost"
        busy={chosen === 'refund' && <Trans>Rimborso…</Trans>}
        onClick={() => void choose('refund')}
      >
        <Trans>Rimborsa subito</Trans>
      </Button>
    </div>
  )
}
