import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import { moneyText } from '#console/parts/money.ts'
import { stepOf } from '#console/parts/order-words.ts'
import { Moment } from '#console/parts/time.tsx'
import styles from './orders.module.css'
import type { Opened } from './opened-order.ts'

/** Something that waits of an order: a flag, or null for the claim of its lost dispute. */
export type Waiting = string | null

/** What waits of an order, in the order in which it is shown. */
export const waitingOf = ({ flagged, furtherFlags, claimMinor }: Opened): readonly Waiting[] => [
  ...(flagged === null ? [] : [flagged, ...furtherFlags]),
  ...(claimMinor === null ? [] : [null]),
]

/** What is wrong, and what to do next. */
export const NextStep = ({ order, of }: { readonly order: Opened; readonly of: Waiting }) => {
  const { i18n } = useLingui()
  const used = moneyText(order.claimMinor ?? 0, order.currency, i18n.locale)
  return of === null ? (
    <Trans>The dispute was lost after the member had used {used}. Claim it or write it off, then close this.</Trans>
  ) : (
    i18n._(stepOf(of))
  )
}

/** A note for each thing that waits. Of several, each is closed by a button of its own. */
export const OrderWaits = ({
  order,
  onClose,
}: {
  readonly order: Opened
  /** Null for who may not close them. */
  readonly onClose: ((of: Waiting) => void) | null
}): ReactNode => {
  const all = waitingOf(order)
  return all.map((of) => (
    <Note key={of ?? 'claim'} tone="warn">
      <NextStep order={order} of={of} />
      {of !== null && of === order.flagged && order.refundDueAt !== null && (
        <>
          {' '}
          <Trans>
            Refunded by itself: <Moment at={order.refundDueAt} />
          </Trans>
        </>
      )}
      {onClose && all.length > 1 && (
        <span className={styles.closing}>
          <Button size="sm" variant="sec" onClick={() => onClose(of)}>
            <Trans context="what waits">Close</Trans>
          </Button>
        </span>
      )}
    </Note>
  ))
}
