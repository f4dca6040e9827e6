import type { OrderEvent } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

type Of<K extends OrderEvent['kind']> = Extract<OrderEvent, { kind: K }>

export const refundStates: Readonly<Record<Of<'refund'>['state'], MessageDescriptor>> = {
  submitting: msg`The provider is being asked`,
  accepted: msg`Accepted by the provider`,
  refunded: msg`Refunded`,
  refused: msg`Refused by the provider`,
  failed: msg`Failed`,
}
export const refundReasons: Readonly<Record<Of<'refund'>['reason'], MessageDescriptor>> = {
  withdrawal: msg`Withdrawal by the member`,
  back_office: msg`Decided by staff`,
  paid_twice: msg`Paid twice or too late`,
}
export const requestStates: Readonly<Record<Of<'request'>['state'], MessageDescriptor>> = {
  done: msg`Done`,
  waiting: msg`Waits for a second person`,
  approved: msg`Approved`,
  refused: msg`Refused`,
  withdrawn: msg`Withdrawn`,
}
export const mailStates: Readonly<Record<Of<'mail'>['state'], MessageDescriptor>> = {
  queued: msg`Waits to be sent`,
  sent: msg({ message: 'Sent', context: 'mail' }),
  dead: msg`Couldn’t be sent`,
  withheld: msg`Not sent, as mail to the address bounces`,
  bounced: msg`Bounced`,
}
const causes: Readonly<Record<string, MessageDescriptor>> = {
  charge: msg`When it was ordered`,
  return: msg`When the member came back from the payment’s page`,
  webhook: msg`Reported by the provider`,
  poll: msg`The provider was asked`,
  replaced: msg`Another order took its place`,
  paid_twice: msg`Paid although another order had taken its place`,
  account_closed: msg`Paid after the account had been closed`,
}
/** What made a step: a word of the program, or what staff wrote. */
export const causeOf = (cause: string): MessageDescriptor => causes[cause] ?? { id: cause, message: cause }

const mails: Readonly<Record<string, MessageDescriptor>> = {
  receipt: msg`Mail: receipt`,
  'order-unpaid': msg`Mail: the order wasn’t paid`,
  'order-paid-twice': msg`Mail: paid twice or too late`,
  'payment-disputed': msg`Mail about the dispute`,
  'renewal-notice': msg`Mail: reminder before the renewal`,
  'renewal-failed': msg`Mail: the renewal wasn’t paid`,
  'card-expiring': msg`Mail: the card expires`,
  'plan-ended': msg`Mail: the plan has ended`,
  'plan-cancelled': msg`Mail: the plan was cancelled`,
  'plan-resumed': msg`Mail: the plan renews again`,
  'plan-change': msg`Mail: another plan from the next term on`,
  'plan-change-undone': msg`Mail: the change of plan was undone`,
  withdrawal: msg`Mail: confirmation of the withdrawal`,
}
/** A mail by its kind. */
export const mailName = (kind: string): MessageDescriptor => {
  const message = `Mail: ${kind}`
  return mails[kind] ?? { id: message, message }
}

/** A plan as its members read it, or the word of the file where the order keeps no name. */
export const planOf = (
  { plan, planName }: { readonly plan: string; readonly planName: Readonly<Record<string, string>> | null },
  locale: string,
): string => planName?.[locale] ?? planName?.['en'] ?? plan
