import type { MemberMatch } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

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
