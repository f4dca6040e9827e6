import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '#console/base/api.ts'
import { AmountField, useAmount } from '#console/parts/amount-field.tsx'
import type { OpenedFile } from '../opened-file.ts'
import { ActionDialog, type ActionProps } from './action-dialog.tsx'

/** Pays an order back, whole or in part; above the limit of the role a second person has to approve it. */
export const RefundOrder = ({
  brand,
  file,
  order,
  ...rest
}: ActionProps & { readonly order: OpenedFile['orders'][number] }) => {
  const { t } = useLingui()
  const amount = useAmount(order.leftMinor, order.currency)
  // Sent again after a lost answer, it is the same request.
  const [id] = useState(() => crypto.randomUUID())
  return (
    <ActionDialog
      {...rest}
      title={t`Refund this order?`}
      intro={
        <Trans>
          The provider is asked within a minute, and the purchase stays. The reason is kept with the books: write no
          names.
        </Trans>
      }
      action={t({ message: 'Refund', context: 'order' })}
      run={(reason) =>
        api('POST /admin/api/:brand/members/:id/orders/:order/refund', {
          params: { brand, id: file.id, order: order.id },
          body: { id, amountMinor: amount.minor(), reason },
        })
      }
    >
      <AmountField amount={amount} mostMinor={order.leftMinor} />
    </ActionDialog>
  )
}
