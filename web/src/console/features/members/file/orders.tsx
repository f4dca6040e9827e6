import { providerName } from '@incontro/contract/admin/order-words'
import { isAllowed } from '@incontro/contract/admin/permissions'
import { Trans, useLingui } from '@lingui/react/macro'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { useFirstRows } from '#console/parts/first-rows.tsx'
import type { OnDone } from '#console/parts/held-actions.tsx'
import { TitledList } from '#console/parts/list.tsx'
import { moneyText } from '#console/parts/money.ts'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { RefundOrder } from '#console/parts/refund-order.tsx'
import { orderStateName, stepOf } from '#console/parts/order-words.ts'
import type { FileProps, OpenedFile } from '../opened-file.ts'

type Order = OpenedFile['orders'][number]

export const Orders = ({ brand, file, onDone }: FileProps & { readonly onDone: OnDone }) => {
  const { t, i18n } = useLingui()
  const first = useFirstRows(file.orders)
  const roles = rolesAt(useMe(), brand)
  const mayRefund = isAllowed('refundOrders', roles)
  const mayRead = isAllowed('readMoney', roles)
  const [refunded, setRefunded] = useState<Order | null>(null)
  const money = (minor: number, currency: string) => moneyText(minor, currency, i18n.locale)
  return (
    <>
      <TitledList
        label={t`Orders`}
        columns={[
          { name: t`When`, cell: (one) => <Moment at={one.at} /> },
          {
            name: t`Order`,
            cell: (one) =>
              mayRead ? (
                <Link className={parts.link} to={`/${brand}/orders/${one.id}`}>
                  {one.plan}
                </Link>
              ) : (
                one.plan
              ),
          },
          {
            name: t`State`,
            cell: (one) => (
              <span className={parts.two}>
                <span>
                  {i18n._(orderStateName(one.state))} {one.flagged && <Badge tone="warn">{t`Needs a person`}</Badge>}
                </span>
                {one.flagged &&
                  [one.flagged, ...one.furtherFlags].map((flag) => <span key={flag}>{i18n._(stepOf(flag))}</span>)}
              </span>
            ),
          },
          { name: t`Provider`, cell: (one) => providerName(one.provider), isExtra: true },
          { name: t`Amount`, cell: (one) => money(one.amountMinor, one.currency), isNumber: true },
          {
            name: t`Refunded`,
            isNumber: true,
            cell: (one) => <Refunded of={one} money={money} />,
          },
          {
            name: t`Actions`,
            isNumber: true,
            cell: (one) =>
              mayRefund &&
              one.leftMinor > 0 && (
                <Button size="sm" variant="ghost" onClick={() => setRefunded(one)}>
                  <Trans context="order">Refund</Trans>
                </Button>
              ),
          },
        ]}
        {...first}
        keyOf={(one) => one.id}
        empty={{ icon: ReceiptText, title: t`No orders` }}
      />
      {refunded && (
        <RefundOrder
          brand={brand}
          memberId={file.id}
          order={refunded}
          onClose={() => setRefunded(null)}
          onDone={(undo) => {
            setRefunded(null)
            onDone(undo)
          }}
        />
      )}
    </>
  )
}

/** What was paid back, and what the provider has not answered yet. */
const Refunded = ({
  of: { amountMinor, refundedMinor, underWayMinor, currency },
  money,
}: {
  readonly of: Order
  readonly money: (minor: number, currency: string) => string
}) => {
  const amount = money(underWayMinor, currency)
  return (
    <span className={parts.two}>
      <span>{amountMinor > 0 ? money(refundedMinor, currency) : '—'}</span>
      {underWayMinor > 0 && (
        <span>
          <Trans>{amount} under way</Trans>
        </span>
      )}
    </span>
  )
}
