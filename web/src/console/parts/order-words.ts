import { flagOf, type OrderState, type PaymentFlag } from '@incontro/contract/admin/order-words'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '#components/marks/labels.tsx'

const states: Readonly<Record<OrderState, readonly [MessageDescriptor, Tone | undefined]>> = {
  created: [msg`Begun`, undefined],
  submitting: [msg`Sent to the provider`, undefined],
  requires_action: [msg`Waits for the member`, 'info'],
  processing: [msg`Under way`, 'info'],
  authorised: [msg`Authorised`, 'ok'],
  captured: [msg`Paid`, 'ok'],
  declined: [msg`Declined`, undefined],
  cancelled: [msg({ message: 'Cancelled', context: 'order' }), undefined],
  expired: [msg`Expired`, undefined],
  failed: [msg`Failed`, undefined],
  unknown: [msg`Outcome unknown`, 'warn'],
  partially_refunded: [msg`Refunded in part`, 'info'],
  refunded: [msg`Refunded`, 'info'],
  disputed: [msg`Disputed`, 'warn'],
  won: [msg`Dispute won`, 'ok'],
  lost: [msg`Dispute lost`, 'bad'],
}

const isState = (state: string): state is OrderState => state in states
/** A state of an order in words. */
export const orderStateName = (state: string): MessageDescriptor =>
  isState(state) ? states[state][0] : { id: state, message: state }
export const orderStateTone = (state: string): Tone | undefined => (isState(state) ? states[state][1] : undefined)

/** What is wrong with an order, and what a person does next. */
const steps: Readonly<Record<PaymentFlag, MessageDescriptor>> = {
  other_reference: msg`The provider reported it under another order’s number. Look both up there, then close this.`,
  other_amount: msg`Another amount or currency was paid than ordered, and nothing was granted. Refund what was paid, then close this.`,
  second_payment: msg`It was paid a second time. Refund the second payment in the provider’s own console, then close this.`,
  paid_twice: msg`It was paid although another order had taken its place, or after the account had been closed, and nothing was granted. The member may keep it, if the account is open; otherwise it is refunded by itself on the day shown. Refunding it now does so at once.`,
  paid_after_close: msg`The renewal was paid after it had been closed, and nothing was granted. Refund it.`,
  paid_after_erasing: msg`It was paid after its member had been erased, and nothing was granted. Refund it.`,
  credit_gone: msg`It was paid with a credit that was withdrawn, refunded or contested meanwhile, and nothing was granted. Refund it.`,
  failed_after_grant: msg`It was granted, but the payment failed afterwards. Ask the member to pay, or write it off and close this.`,
  unresolved: msg`The provider didn’t report the outcome. Look it up there: if it was paid, refund it there. Then close this.`,
  tested_card: msg`Several members were declined with this card shortly before: it may be stolen. Refund it, or close this if the member explains it.`,
  refund_refused: msg`The provider refused the refund. Pay the member back another way, then close this.`,
  refund_failed: msg`The refund didn’t reach the member. Pay them back another way, then close this.`,
  refund_unknown: msg`Whether the provider made the refund is unknown, and another one might pay twice. Look it up there, make it there if it is missing, then close this.`,
  late: msg`The provider reported a state that can’t follow the present one. Look it up there, then close this.`,
  differs_amount: msg`The provider has another amount or currency than the order. Refund it in the provider’s console if it is wrong, then close this.`,
  differs_reference: msg`The provider has the payment under another order. Find that order, refund it there if nothing was granted, then close this.`,
  differs_state: msg`The provider doesn’t have it as paid, and the purchase was granted. Look it up there; write it off and close this if the money didn’t come.`,
  differs_refund: msg`Another amount was refunded at the provider than is recorded here. Have the provider send its webhook again, or refund the rest there; then close this.`,
}
const unknownFlag = msg`Look it up at the provider, then close this.`

export function stepOf(stored: string): MessageDescriptor {
  const flag = flagOf(stored)
  return flag === null ? unknownFlag : steps[flag]
}
