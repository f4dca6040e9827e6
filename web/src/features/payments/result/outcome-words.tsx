import type { PaidByKind, WirePaymentCode } from '@incontro/contract'
import { useLingui } from '@lingui/react/macro'
import { outcomeOf, type PaymentOutcome } from './payment-outcomes.ts'

/** How an order was paid, as a reply says it. */
export interface PaidBy {
  readonly kind: PaidByKind
  readonly label: string
}

/** An outcome with its texts in the page's language. */
export interface OutcomeWords extends Pick<PaymentOutcome, 'icon' | 'next'> {
  readonly title: string
  readonly text: string
}

export const useOutcomeWords = (code: WirePaymentCode, { kind, label }: PaidBy): OutcomeWords => {
  const { i18n } = useLingui()
  const { title, text, icon, next } = outcomeOf(code, kind)
  const values = { label }
  return { title: i18n._({ ...title, values }), text: i18n._({ ...text, values }), icon, next }
}
