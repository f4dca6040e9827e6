import type { systemConversations } from '@incontro/contract'
import type { EmailKind, EmailProps } from '../email/email.ts'

export type SystemConversation = (typeof systemConversations)[number]

/** Emails that can be read in a system conversation as well: about plans in `111111`, about moderators' decisions in `admin`. */
const alsoEmailed = {
  'renewal-notice': '111111',
  'renewal-failed': '111111',
  'plan-ended': '111111',
  'order-unpaid': '111111',
  'payment-disputed': '111111',
  'plan-cancelled': '111111',
  'plan-resumed': '111111',
  'report-upheld': 'admin',
  'report-dismissed': 'admin',
  'review-published': 'admin',
  'review-refused': 'admin',
  'photo-refused': 'admin',
} as const satisfies Partial<Record<EmailKind, SystemConversation>>
export type EmailedKind = keyof typeof alsoEmailed

/** The conversation that what an email says stands in as well; undefined where it is for the mailbox alone. */
export const conversationOfEmail = (kind: EmailKind): SystemConversation | undefined =>
  (alsoEmailed as Partial<Record<EmailKind, SystemConversation>>)[kind]

/** What the service writes to a member, by kind, with what its words need; links are left out. */
export type SystemMessageFacts = { readonly [K in EmailedKind]: Omit<EmailProps[K], 'link'> } & {
  /** Once, when the account is made; the spec's name for what is shown as rich text. */
  readonly benvenuto: Record<never, never>
  /** What was spent on writing to somebody who was removed has come back; the number of messages. */
  readonly 'spending-refunded': { readonly messages: number }
  /** The support granted something; the number as members count. */
  readonly 'credits-granted': { readonly account: 'messages' | 'icebreakers' | 'likes'; readonly count: number }
}
export type SystemMessageKind = keyof SystemMessageFacts
