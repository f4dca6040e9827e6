import { isAllowed } from '@incontro/contract/admin/permissions'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { TitledList } from '#console/parts/list.tsx'
import { moneyText } from '#console/parts/money.ts'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { RefundOrder } from '../actions/refund-order.tsx'
import type { FileProps, OpenedFile } from '../opened-file.ts'

type Order = OpenedFile['orders'][number]

/** What became of a refund that the provider did not make. */
const troubles: Readonly<Record<string, MessageDescriptor>> = {
  refund_refused: msg`The provider refused the refund. Pay the member back another way.`,
  refund_failed: msg`The refund didn’t reach the member. Pay them back another way.`,
  refund_unknown: msg`Whether the provider made the refund is unknown. Look there before you try again.`,
}

export const Orders = ({ brand, file, onChange }: FileProps & { readonly onChange: () => void }) => {
  const { t, i18n } = useLingui()
  const mayRefund = isAllowed('refundOrders', rolesAt(useMe(), brand))
  const [refunded, setRefunded] = useState<Order | null>(null)
  const money = (minor: number, currency: string) => moneyText(minor, currency, i18n.locale)
  return (
    <>
      <TitledList
        label={t`Orders`}
        columns={[
          { name: t`When`, cell: (one) => <Moment at={one.at} /> },
          { name: t`Plan`, cell: (one) => one.plan },
          {
            name: t`State`,
            cell: (one) => (
              <span className={parts.two}>
                <span>
                  {one.state} {one.flagged && <Badge tone="warn">{one.flagged}</Badge>}
                </span>
                {one.flagged && troubles[one.flagged] && <span>{i18n._(troubles[one.flagged]!)}</span>}
              </span>
            ),
          },
          { name: t`Provider`, cell: (one) => one.provider, isExtra: true },
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
        rows={file.orders}
        keyOf={(one) => one.id}
        empty={{ icon: ReceiptText, title: t`No orders` }}
      />
      {refunded && (
        <RefundOrder
          brand={brand}
          file={file}
          order={refunded}
          onClose={() => setRefunded(null)}
          onDone={() => {
            setRefunded(null)
            onChange()
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
