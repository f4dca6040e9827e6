import { Trans } from '@lingui/react/macro'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { classNames } from '#styles/class-names.ts'
import text from '#styles/text.module.css'
import { useMoney } from '#app/i18n/money.ts'
import { useDate } from '#app/i18n/date.ts'
import type { Order } from './orders-query.ts'
import { PaidTwiceChoice } from './paid-twice-choice.tsx'
import styles from './subscription.module.css'

const shown = 5

/** All orders with date, plan, amount and state. */
export const OrderList = ({ orders }: { orders: readonly Order[] }) => {
  const date = useDate()
  const money = useMoney()
  const [all, setAll] = useState(false)
  return (
    <div className={styles.orders}>
      <h3 className={styles.name}>
        <Trans>Your orders</Trans>
      </h3>
      <ul className={styles.rows}>
        {(all ? orders : orders.slice(0, shown)).map((order) => (
          <li key={order.reference} className={styles.order}>
            <span className={styles.words}>
              {order.planName}
              {order.renewal && (
                <>
                  {' '}
                  · <Trans>renewal</Trans>
                </>
              )}
              <br />
              <span className={styles.small}>
                {date(new Date(order.time))} · <Trans>Order {order.number}</Trans>
              </span>
              {order.invoices.map(({ number, kind }) => (
                <a
                  key={number}
                  className={classNames(text.link, styles.invoice)}
                  href={`/pay/orders/${order.reference}/invoices/${number}`}
                  download
                >
                  <Icon of={FileText} size={16} />
                  {kind === 'invoice' ? (
                    <Trans>Receipt {number} (PDF)</Trans>
                  ) : (
                    <Trans>Credit note {number} (PDF)</Trans>
                  )}
                </a>
              ))}
              {order.withdrawn && (
                <a
                  className={classNames(text.link, styles.invoice)}
                  href={`/pay/orders/${order.reference}/withdrawal`}
                  download
                >
                  <Icon of={FileText} size={16} />
                  <Trans>Withdrawal confirmation (PDF)</Trans>
                </a>
              )}
              {order.keepUntil !== null && <PaidTwiceChoice order={order} until={order.keepUntil} />}
            </span>
            <span className={styles.sum}>
              {money(order.total, order.currency)}
              <br />
              <OrderState order={order} />
            </span>
          </li>
        ))}
      </ul>
      {!all && orders.length > shown && (
        <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
          <Trans>Show all orders</Trans>
        </Button>
      )}
    </div>
  )
}

const OrderState = ({ order }: { order: Order }) => {
  const money = useMoney()
  switch (order.state) {
    case 'paid':
      // The provider has not confirmed the refund yet.
      return order.withdrawn ? (
        <Badge tone="info">
          <Trans>Refund on its way</Trans>
        </Badge>
      ) : (
        <Badge tone="ok">
          <Trans>Paid</Trans>
        </Badge>
      )
    case 'pending':
      return (
        <Badge tone="info">
          <Trans>In progress</Trans>
        </Badge>
      )
    case 'failed':
      return (
        <Badge>
          <Trans>Not paid</Trans>
        </Badge>
      )
    case 'refunded':
      return (
        <Badge tone="info">
          <Trans>Refunded</Trans>
        </Badge>
      )
    case 'partially_refunded':
      return (
        <Badge tone="info">
          <Trans>{money(order.refunded, order.currency)} refunded</Trans>
        </Badge>
      )
    case 'disputed':
      return (
        <Badge tone="warn">
          <Trans>Disputed</Trans>
        </Badge>
      )
  }
}
