import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FixedReason, NoticeChannel, SentEvent } from '@incontro/contract'

export const eventNames: Readonly<Record<SentEvent, MessageDescriptor>> = {
  message: msg`New messages`,
  firstMessage: msg`First messages from someone new`,
  invite: msg`Invites`,
  like: msg`Likes`,
  match: msg`Matches`,
  visit: msg`Visits to your profile`,
  decision: msg`Decisions on photos, reports and reviews`,
  renewal: msg`Your plan and its renewals`,
  payment: msg`Payments and receipts`,
  security: msg`Account and security`,
  news: msg`News and offers`,
  digest: msg`Summary`,
  test: msg`Test`,
}

export const channelNames: Readonly<Record<NoticeChannel, MessageDescriptor>> = {
  email: msg`Email`,
  push: msg`On your devices`,
  telegram: msg`Telegram`,
}

export const fixedTexts: Readonly<Record<FixedReason, MessageDescriptor>> = {
  contract: msg`Always by email: it is part of what you bought.`,
  security: msg`Always by email: it protects your account.`,
  decision: msg`Always by email: you can dispute it.`,
  consent: msg`Only with your consent.`,
}
