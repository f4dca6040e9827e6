import type { MemberMatch } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const states: Readonly<Record<string, MessageDescriptor>> = {
  active: msg`Active`,
  deactivated: msg`Deactivated`,
  suspended: msg`Suspended`,
  deleting: msg`Waits to be erased`,
}

export const stateName = (state: string): MessageDescriptor => states[state] ?? { id: state, message: state }

/** By what a search found a member. */
export const matchName: Readonly<Record<MemberMatch, MessageDescriptor>> = {
  email: msg`Email`,
  id: msg`Member id`,
  trackerId: msg`Tracker id`,
  order: msg`Order`,
  phone: msg`Phone`,
  device: msg`Browser`,
  network: msg`Network`,
  name: msg`Name`,
}
