import { useLingui } from '@lingui/react/macro'
import { History, ReceiptText } from 'lucide-react'
import { TitledList } from '#console/parts/list.tsx'
import { Moment } from '#console/parts/time.tsx'
import type { OpenedFile } from '../opened-file.ts'

export const Orders = ({ orders }: { readonly orders: OpenedFile['orders'] }) => {
  const { t, i18n } = useLingui()
  const money = (minor: number, currency: string) => i18n.number(minor / 100, { style: 'currency', currency })
  return (
    <TitledList
      label={t`Orders`}
      columns={[
        { name: t`When`, cell: (one) => <Moment at={one.at} /> },
        { name: t`Plan`, cell: (one) => one.plan },
        { name: t`State`, cell: (one) => one.state },
        { name: t`Provider`, cell: (one) => one.provider, isExtra: true },
        { name: t`Amount`, cell: (one) => money(one.amountMinor, one.currency), isNumber: true },
        { name: t`Refunded`, cell: (one) => money(one.refundedMinor, one.currency), isNumber: true },
      ]}
      rows={orders}
      keyOf={(one) => one.id}
      empty={{ icon: ReceiptText, title: t`No orders` }}
    />
  )
}

export const Changes = ({ changes }: { readonly changes: OpenedFile['changes'] }) => {
  const { t } = useLingui()
  return (
    <TitledList
      label={t`Changes of the account`}
      columns={[
        { name: t`When`, cell: (one) => <Moment at={one.at} /> },
        { name: t`What`, cell: (one) => one.change },
        { name: t`Who`, cell: (one) => one.by },
        { name: t`Reason`, cell: (one) => one.reason },
      ]}
      rows={changes}
      keyOf={(one) => `${one.at} ${one.change}`}
      empty={{ icon: History, title: t`No changes` }}
    />
  )
}
