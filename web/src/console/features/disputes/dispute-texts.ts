import type {
  DisputeAnswerView,
  DisputeFactKind,
  DisputeReasonWord,
  DisputeStage,
  DisputeState,
} from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '#components/marks/labels.tsx'

export const stateNames: Readonly<Record<DisputeState, readonly [MessageDescriptor, Tone]>> = {
  open: [msg({ message: 'Open', context: 'dispute' }), 'warn'],
  won: [msg({ message: 'Won', context: 'dispute' }), 'ok'],
  lost: [msg({ message: 'Lost', context: 'dispute' }), 'bad'],
  refunded: [msg`Refunded`, 'info'],
}

/** What a list says of an open dispute. */
export const stageNames: Readonly<Record<Exclude<DisputeStage, 'decided'>, readonly [MessageDescriptor, Tone]>> = {
  to_answer: [msg`To answer`, 'warn'],
  elsewhere: [msg`Answer at the provider`, 'warn'],
  overdue: [msg`Nothing was sent in time`, 'bad'],
  with_provider: [msg`With the provider`, 'info'],
  sending: [msg`Is being sent`, 'info'],
  answered: [msg`Evidence sent`, 'info'],
  accepted: [msg`Loss accepted`, 'info'],
}

export const reasonNames: Readonly<Record<DisputeReasonWord, MessageDescriptor>> = {
  fraud: msg`The card holder says they didn’t pay this`,
  unrecognised: msg`The payer doesn’t recognise the payment`,
  not_received: msg`The service wasn’t received`,
  not_as_described: msg`The service wasn’t as described`,
  cancelled: msg`The plan was cancelled before`,
  duplicate: msg`It was charged twice`,
  amount: msg`The amount is wrong`,
  credit_missing: msg`A promised refund didn’t come`,
  other: msg`Another reason`,
}
export const noReason = msg`The provider names no reason`

/** The facts that usually answer a reason; they are chosen at first. */
export const usualFacts: Readonly<Record<DisputeReasonWord, readonly DisputeFactKind[]>> = {
  fraud: ['order', 'delivery', 'sign_ins', 'messages', 'receipts', 'refunds'],
  unrecognised: ['order', 'delivery', 'sign_ins', 'messages', 'receipts', 'refunds'],
  not_received: ['order', 'delivery', 'sign_ins', 'messages', 'refunds'],
  not_as_described: ['order', 'delivery', 'messages', 'consents', 'waiver', 'refunds'],
  cancelled: ['order', 'delivery', 'messages', 'consents', 'waiver', 'receipts', 'refunds'],
  duplicate: ['order', 'delivery', 'receipts', 'refunds'],
  amount: ['order', 'consents', 'receipts', 'refunds'],
  credit_missing: ['order', 'waiver', 'receipts', 'refunds'],
  other: ['order', 'delivery', 'refunds'],
}

export const factNames: Readonly<Record<DisputeFactKind, MessageDescriptor>> = {
  order: msg`The order`,
  delivery: msg`What was delivered`,
  sign_ins: msg`Account and sign-ins`,
  messages: msg`Messages sent: their number and times, never a word of them`,
  consents: msg`Consents`,
  waiver: msg`Request to begin at once`,
  receipts: msg`Invoices and mails that arrived`,
  refunds: msg`What was paid back`,
}

export const answerNames: Readonly<
  Record<DisputeAnswerView['kind'], Readonly<Record<DisputeAnswerView['state'], MessageDescriptor>>>
> = {
  evidence: {
    submitting: msg`Evidence is being sent: the provider hasn’t confirmed it yet`,
    sent: msg`Evidence sent`,
    refused: msg`Evidence refused by the provider`,
    unclear: msg`Whether the evidence arrived was never confirmed`,
  },
  acceptance: {
    submitting: msg`The loss is being accepted: the provider hasn’t confirmed it yet`,
    sent: msg`Loss accepted`,
    refused: msg`The provider refused that the loss is accepted`,
    unclear: msg`Whether the loss was accepted was never confirmed`,
  },
}
