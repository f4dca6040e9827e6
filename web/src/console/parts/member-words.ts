import type { ReportedContent, ReportReason } from '@incontro/contract'
import type { ConsentView } from '@incontro/contract/http/consents'
import type { AccountChange, AccountState, PhotoState, ReportState } from '@incontro/contract/admin/member-words'
import type { Gesture } from '@incontro/contract/photo-rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const accountStateNames: Readonly<Record<AccountState, MessageDescriptor>> = {
  active: msg`Active`,
  deactivated: msg`Deactivated`,
  suspended: msg`Suspended`,
  deleting: msg`Waits to be erased`,
  deleted: msg`Erased`,
}

export const accountChangeNames: Readonly<Record<AccountChange, MessageDescriptor>> = {
  deactivated: msg`Profile deactivated`,
  suspended: msg`Account suspended`,
  reactivated: msg`Account reactivated`,
  deletion_asked: msg`Erasing asked for`,
  deletion_called_off: msg`Erasing called off`,
  email_changed: msg`Address changed`,
  email_change_undone: msg`Change of address undone`,
  credits_granted: msg`Credits granted`,
  absence_reminded: msg`Reminded after a long absence`,
  ended_by_absence: msg`Ended after a long absence`,
}

export const photoStateNames: Readonly<Record<PhotoState, MessageDescriptor>> = {
  pending: msg`Photos to be looked at`,
  approved: msg`Approved photos`,
  refused: msg`Refused photos`,
}

export const consentNames: Readonly<Record<ConsentView['kind'], MessageDescriptor>> = {
  terms: msg`Terms`,
  data: msg`Sensitive data`,
  clauses: msg`Clauses of the terms`,
  adult: msg`Of age`,
  renewal: msg`Renewal of the plan`,
  immediate_start: msg`Immediate start`,
  promotion: msg`News and offers`,
  third_party: msg`Offers of partners`,
  analytics: msg`Measurement`,
  remarketing: msg`Advertising elsewhere`,
}

export const reportReasonNames: Readonly<Record<ReportReason, MessageDescriptor>> = {
  fake: msg`Fake profile`,
  scam: msg`Money`,
  harassment: msg`Insults or threats`,
  minor: msg`About a minor`,
  photo: msg`A photo`,
  spam: msg`Advertising`,
  other: msg`Something else`,
}

/** What a report names. */
export const reportedContentNames: Readonly<Record<ReportedContent, MessageDescriptor>> = {
  photo: msg`A photo`,
  name: msg`Name`,
  profile: msg`Texts of the profile`,
  message: msg`A message`,
  voice: msg`A voice message`,
  review: msg`Review`,
}

export const reportStateNames: Readonly<Record<ReportState, MessageDescriptor>> = {
  open: msg({ message: 'Open', context: 'report' }),
  upheld: msg`Upheld`,
  dismissed: msg`Dismissed`,
  gone: msg`Nothing left to decide`,
}

export const gestureNames: Readonly<Record<Gesture, MessageDescriptor>> = {
  thumb_up: msg`Thumb up`,
  open_hand: msg`Open hand`,
  two_fingers: msg`Two fingers`,
  hand_on_head: msg`Hand on the head`,
  finger_on_nose: msg`Finger on the nose`,
  hand_on_ear: msg`Hand on an ear`,
}
