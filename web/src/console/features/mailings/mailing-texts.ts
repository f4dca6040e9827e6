import type { JourneyName, Segment } from '@incontro/contract/admin/mailing-words'
import type { MailingState, ReasonNot } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '#components/marks/labels.tsx'

export const segmentNames: Readonly<Record<Segment, MessageDescriptor>> = {
  all: msg`All members`,
  new: msg`Joined in the last 30 days`,
  active: msg`Active in the last 30 days`,
  away: msg`Away for more than 30 days`,
  with_plan: msg`With a plan`,
  without_plan: msg`Without a plan`,
  former_plan: msg`Had a plan that ended`,
  no_photo: msg`Without a photo`,
  women: msg`Women`,
  men: msg`Men`,
}

export const mailingStates: Readonly<Record<MailingState, { readonly name: MessageDescriptor; readonly tone?: Tone }>> =
  {
    draft: { name: msg`Draft` },
    submitted: { name: msg`Waits for approval`, tone: 'warn' },
    approved: { name: msg({ message: 'Approved', context: 'mailing' }), tone: 'info' },
    sending: { name: msg`Being sent`, tone: 'info' },
    sent: { name: msg({ message: 'Sent', context: 'mailing' }), tone: 'ok' },
    stopped: { name: msg`Stopped`, tone: 'bad' },
  }

/** Why a member of a segment is not written to. */
export const reasonsNot: Readonly<Record<ReasonNot, MessageDescriptor>> = {
  no_consent: msg`Didn’t agree to news and offers, or left them`,
  unconfirmed: msg`Address not confirmed`,
  bounced: msg`Mail to the address bounces`,
  restricted: msg`Messages off, or suspended`,
  paused: msg`Paused all notifications`,
  this_week: msg`Got one less than a week ago`,
  sample: msg`Sample members`,
}

export const journeyTexts: Readonly<
  Record<JourneyName, { readonly name: MessageDescriptor; readonly when: MessageDescriptor }>
> = {
  no_photo: {
    name: msg`No photo after a day`,
    when: msg`Once, to members who joined a day ago and have no photo.`,
  },
  no_first_message: {
    name: msg`No first message after three days`,
    when: msg`Once, to members who joined three days ago and haven’t written to anyone.`,
  },
  lapsed: {
    name: msg`Plan ended a month ago`,
    when: msg`Once for each plan, to members whose plan ended thirty days ago and who have none now.`,
  },
}
