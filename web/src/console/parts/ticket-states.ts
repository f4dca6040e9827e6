import type { TicketState } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '#components/marks/labels.tsx'

/** How a support request stands. */
export const ticketStates: Readonly<Record<TicketState, { readonly name: MessageDescriptor; readonly tone?: Tone }>> = {
  open: { name: msg`To answer`, tone: 'warn' },
  waiting: { name: msg`Answered`, tone: 'ok' },
  closed: { name: msg({ message: 'Closed', context: 'requests' }) },
}
