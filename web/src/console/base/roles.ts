import type { StaffRole } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const roleName: Readonly<Record<StaffRole, MessageDescriptor>> = {
  owner: msg`Owner`,
  support: msg`Support`,
  moderator: msg`Moderation`,
  finance: msg`Finance`,
  marketing: msg`Marketing`,
}
