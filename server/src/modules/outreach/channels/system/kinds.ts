import type { systemConversations } from '@incontro/contract'
import type { EmailKind, EmailProps } from '../email/email.ts'

export type SystemConversation = (typeof systemConversations)[number]

/** Emails that can be read in a system conversation as well: about plans in `111111`, about moderators' decisions in `admin`. */
const alsoEmailed = {
  'renewal-notice': '111111',
  'renewal-failed': '111111',
  'card-expiring': '111111',
  'plan-ended': '111111',
  'order-unpaid': '111111',
  'order-paid-twice': '111111',
  'payment-disputed': '111111',
  'plan-cancelled': '111111',
  'plan-resumed': '111111',
  'plan-change': '111111',
  'plan-change-undone': '111111',
  'report-upheld': 'admin',
  'report-dismissed': 'admin',
  'report-gone': 'admin',
  restriction: 'admin',
  'appeal-decided': 'admin',
  'restriction-lifted': 'admin',
  'authority-order': 'admin',
  'reports-warning': 'admin',
  'review-published': 'admin',
  'review-refused': 'admin',
  'photo-refused': 'admin',
  'photo-verified': 'admin',
  'verification-refused': 'admin',
} as const satisfies Partial<Record<EmailKind, SystemConversation>>
export type EmailedKind = keyof typeof alsoEmailed

/** The system conversation that repeats an email's content; undefined for emails only. */
export const conversationOfEmail = (kind: EmailKind): SystemConversation | undefined =>
  (alsoEmailed as Partial<Record<EmailKind, SystemConversation>>)[kind]

/** System messages by kind, with the values their text needs; links are left out. */
export type SystemMessageFacts = { readonly [K in EmailedKind]: Omit<EmailProps[K], 'link'> } & {
  /** Written once, when the account is created; the specification's name for what is shown as rich text. */
  readonly benvenuto: Record<never, never>
  /** What was spent on messages to a removed member was refunded; number of messages. */
  readonly 'spending-refunded': { readonly messages: number }
  /** Support granted credits; the amount in units that members see. */
  readonly 'credits-granted': { readonly account: 'messages' | 'icebreakers' | 'likes'; readonly count: number }
}
export type SystemMessageKind = keyof SystemMessageFacts
