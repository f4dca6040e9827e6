import type { AuditAction } from '@incontro/contract/admin'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const actionName: Readonly<Record<AuditAction, MessageDescriptor>> = {
  signed_in: msg`Signed in`,
  signed_out: msg`Signed out`,
  session_elsewhere: msg`Session ended: it came from another network`,
  second_factor_shown: msg`Second factor shown again`,
  factor_added: msg`Second factor added`,
  factor_removed: msg`Second factor removed`,
  recovery_codes_made: msg`New recovery codes`,
  password_changed: msg`Password changed`,
  staff_created: msg`Roles given by the command line`,
  staff_invited: msg`Invited`,
  staff_joined: msg`Accepted the invitation`,
  staff_roles_set: msg`Roles changed`,
  staff_left: msg`Roles taken, sessions ended`,
  staff_reset: msg`Access reset`,
  unusual_reading: msg`Opened unusually many files`,
  members_searched: msg`Searched for members`,
  member_opened: msg`Opened a member’s file`,
  member_reactivated: msg`Account reactivated`,
  member_suspended: msg`Account suspended`,
  member_held: msg`Legal hold placed`,
  member_released: msg`Legal hold released`,
  credits_granted: msg`Credits granted`,
  report_decided: msg`Report decided`,
  review_decided: msg`Review decided`,
  photo_decided: msg`Photo decided`,
  verification_decided: msg`Verification decided`,
  payment_refunded: msg`Payment refunded`,
  payment_resolved: msg`Payment resolved`,
}
