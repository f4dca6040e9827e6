import { Trans, useLingui } from '@lingui/react/macro'
import { Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { Button } from '#components/buttons/button.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { useMoney } from '#app/i18n/money.ts'
import { useDate } from '#app/i18n/date.ts'
import type { Withdrawable } from './orders-query.ts'
import styles from './subscription.module.css'

const WithdrawDialog = lazyDialog(() => import('./withdraw-dialog.tsx'))

/** The orders that can be withdrawn, each with the amount refunded today. */
export const WithdrawRows = ({ orders }: { orders: readonly Withdrawable[] }) => {
  useIdlePreload(WithdrawDialog)
  const { t } = useLingui()
  const date = useDate()
  const money = useMoney()
  const [chosen, setChosen] = useState<Withdrawable | null>(null)
  return (
    <>
      {orders.map((order) => {
        const { planName } = order
        const until = date(new Date(order.until), 'to')
        const refund = money(order.refund, order.currency)
        return (
          <li key={order.reference} className={styles.row}>
            <span className={styles.icon}>
              <Icon of={Undo2} />
            </span>
            <div className={styles.words}>
              <p className={styles.name}>
                {order.endsPlan ? (
                  <Trans>Withdraw from your {planName}</Trans>
                ) : (
                  <Trans>Withdraw from “{planName}”</Trans>
                )}
              </p>
              <p className={styles.small}>
                <Trans>
                  Until {until}, no reason needed. Today we refund {refund}.
                </Trans>
              </p>
            </div>
            <Button
              size="sm"
              variant="sec"
              aria-label={t({ message: `Withdraw from “${planName}”`, context: 'button' })}
              onClick={() => setChosen(order)}
            >
              <Trans>Withdraw</Trans>
            </Button>
          </li>
        )
      })}
      <Suspense fallback={null}>{chosen && <WithdrawDialog order={chosen} onClose={() => setChosen(null)} />}</Suspense>
    </>
  )
}
