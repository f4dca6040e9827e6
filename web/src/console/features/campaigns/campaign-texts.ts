import type { CampaignKind, OldKeyDays, PostbackEvent, PostbackState } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '#components/marks/labels.tsx'

export const kindTexts: Readonly<Record<CampaignKind, MessageDescriptor>> = {
  source: msg`Sources`,
  campaign: msg`Campaigns`,
}

/** What came without one. */
export const withoutTexts: Readonly<Record<CampaignKind, MessageDescriptor>> = {
  source: msg`No source known`,
  campaign: msg`No campaign`,
}

export const eventTexts: Readonly<Record<PostbackEvent, MessageDescriptor>> = {
  lead: msg`Sign-up`,
  attempt: msg`Order placed`,
  sale: msg`Payment`,
  refund: msg({ message: 'Refund', context: 'event' }),
}

export const stateTexts: Readonly<Record<PostbackState, { readonly name: MessageDescriptor; readonly tone?: Tone }>> = {
  waiting: { name: msg`Waiting`, tone: 'info' },
  delivered: { name: msg({ message: 'Delivered', context: 'postback' }), tone: 'ok' },
  failed: { name: msg({ message: 'Given up', context: 'postback' }), tone: 'bad' },
  withheld: { name: msg({ message: 'Withheld', context: 'postback' }) },
}

export const oldKeyTexts: Readonly<Record<OldKeyDays, MessageDescriptor>> = {
  '0': msg`Ends at once`,
  '1': msg`Counts for a day`,
  '7': msg`Counts for 7 days`,
  '30': msg`Counts for 30 days`,
}

/** Why a call had no success, by what the log has. */
const whyTexts: Readonly<Record<string, MessageDescriptor>> = {
  'this postback was removed': msg`The affiliate was ended, or this event isn’t reported any more.`,
  'no consent to measurement': msg`The member doesn’t allow measuring.`,
  'there is no key to sign with': msg`There was no key to sign with.`,
  'the address is not one that is called': msg`The address isn’t one that is called.`,
  'the address is not public': msg`The address isn’t public.`,
  'it redirects, which is not followed': msg`The tracker redirects, which isn’t followed.`,
  'it refuses': msg`The tracker refuses the call.`,
  'it asks to try later': msg`The tracker asks to try later.`,
  'unknown host': msg`There is no such host.`,
  unreachable: msg`No connection came about.`,
  timeout: msg`No answer came in time.`,
  connection: msg`The connection broke.`,
}
export const whyText = (why: string): MessageDescriptor | undefined => whyTexts[why]
