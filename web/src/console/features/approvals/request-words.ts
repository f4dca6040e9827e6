import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ApprovalRequest } from './approvals-query.ts'

export const accountNames: Readonly<Record<NonNullable<ApprovalRequest['account']>, MessageDescriptor>> = {
  messages: msg`Message credits`,
  icebreakers: msg`First messages`,
  likes: msg`Likes`,
}

export const requestStateNames: Readonly<Record<ApprovalRequest['state'], MessageDescriptor>> = {
  done: msg`Done`,
  waiting: msg`Waiting`,
  approved: msg`Approved`,
  refused: msg`Refused`,
  withdrawn: msg`Withdrawn`,
}
