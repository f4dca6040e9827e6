import type { ContactTopic, SupportRequest } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const topicTexts: Readonly<Record<ContactTopic, MessageDescriptor>> = {
  service: msg`How the service works`,
  account: msg`Profile and signing in`,
  payments: msg`Payments and cancelling`,
  safety: msg`Safety or a report`,
  privacy: msg`My data`,
  other: msg`Something else`,
}

/** How a request stands, as its member sees it. */
export const stateTexts: Readonly<Record<SupportRequest['state'], { name: MessageDescriptor; tone?: 'info' | 'ok' }>> =
  {
    open: { name: msg`Waits for our answer`, tone: 'info' },
    waiting: { name: msg`Answered`, tone: 'ok' },
    closed: { name: msg`Request closed` },
  }
