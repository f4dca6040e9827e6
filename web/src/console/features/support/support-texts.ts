import type { ContactTopic } from '@incontro/contract'
import type { TicketView, TicketViewName } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '#components/marks/labels.tsx'

export const topicNames: Readonly<Record<ContactTopic, MessageDescriptor>> = {
  service: msg`How the service works`,
  account: msg`Profile and signing in`,
  payments: msg`Payments and cancelling`,
  safety: msg`Safety or a report`,
  privacy: msg`Personal data`,
  other: msg`Something else`,
}

export const viewNames: Readonly<Record<TicketViewName, MessageDescriptor>> = {
  open: msg`To answer`,
  mine: msg`Mine`,
  waiting: msg`Waiting for the member`,
  closed: msg({ message: 'Closed', context: 'requests' }),
}

type Outcome = NonNullable<TicketView['messages'][number]['outcome']>

/** What became of the mail of an answer. */
export const outcomes: Readonly<Record<Outcome, { readonly name: MessageDescriptor; readonly tone?: Tone }>> = {
  pending: { name: msg`Will be sent`, tone: 'info' },
  queued: { name: msg`On its way`, tone: 'info' },
  sent: { name: msg({ message: 'Sent', context: 'answers' }), tone: 'ok' },
  withheld: { name: msg`Not sent: mail to this address bounces`, tone: 'bad' },
  bounced: { name: msg`Bounced: there is no such address`, tone: 'bad' },
  dead: { name: msg`Couldn’t be delivered`, tone: 'bad' },
}
