import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What is held for some seconds before it is carried out, by the name that the server gives it. */
export const heldNames: Readonly<Record<string, MessageDescriptor>> = {
  reactivateMember: msg`Reactivate`,
  sendMemberReset: msg`Send a password link`,
  restrictMember: msg`Restrict the member`,
  liftRestriction: msg`Lift the decision`,
  confirmMemberEmail: msg`Confirm the address`,
  correctMemberName: msg`Correct the name`,
  correctMemberHome: msg`Correct where the member lives`,
  correctMemberAge: msg`Correct the age`,
  correctMemberGender: msg`Correct the gender`,
  exportMember: msg`Make the export of their data`,
  eraseMember: msg`Erase the member`,
  grantMemberCredits: msg`Grant credits`,
  refundOrder: msg({ message: 'Refund', context: 'order' }),
}
