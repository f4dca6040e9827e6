import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '#console/base/api.ts'
import type { OnDone } from './held-actions.tsx'
import { HeldDialog } from './held-dialog.tsx'
import { AmountField, useAmount } from './amount-field.tsx'

/** Pays an order back, whole or in part; above the limit of the role a second person has to approve it. */
export const RefundOrder = ({
  brand,
  memberId,
  order,
  onClose,
  onDone,
}: {
  readonly brand: string
  readonly memberId: string
  readonly order: { readonly id: string; readonly leftMinor: number; readonly currency: string }
  readonly onClose: () => void
  readonly onDone: OnDone
}) => {
  const { t } = useLingui()
  const amount = useAmount(order.leftMinor, order.currency)
  // Sent again after a lost answer, it is the same request.
  const [id] = useState(() => crypto.randomUUID())
  return (
    <HeldDialog
      onClose={onClose}
      onDone={onDone}
      title={t`Refund this order?`}
      intro={
        <Trans>
          The provider is asked within a minute, and the purchase stays. The reason is kept with the books: write no
          names.
        </Trans>
      }
      later={<Trans>Later it can’t be undone.</Trans>}
      action={t({ message: 'Refund', context: 'order' })}
      run={(reason) =>
        api('POST /admin/api/:brand/members/:id/orders/:order/refund', {
          params: { brand, id: memberId, order: order.id },
          body: { id, amountMinor: amount.minor(), reason },
        })
      }
    >
      <AmountField amount={amount} mostMinor={order.leftMinor} />
    </HeldDialog>
  )
}
