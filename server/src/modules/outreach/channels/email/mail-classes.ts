import type { MailList } from '@incontro/contract'
import type { EmailKind } from './email.ts'

/**
 * What an email is to its recipient. Contract and security mail cannot be turned off, and is tried for as long as a mail
 * server that is repaired on the next working day may need.
 */
export type MailClass = 'contract' | 'security' | 'notice' | 'promotion'

interface ClassRule {
  /** The list that a recipient can leave; null if they cannot. */
  readonly list: MailList | null
  /** Hours for which it is tried. */
  readonly triedForHours: number
}

const classRules: Readonly<Record<MailClass, ClassRule>> = {
  contract: { list: null, triedForHours: 48 },
  security: { list: null, triedForHours: 48 },
  // Half a day later the message has been read, or the next one is announced.
  notice: { list: 'notices', triedForHours: 12 },
  promotion: { list: 'promotion', triedForHours: 24 },
}

export const classOf: { readonly [K in EmailKind]: MailClass } = {
  'confirm-email': 'security',
  'registered-again': 'security',
  'reset-password': 'security',
  'sign-in-link': 'security',
  'passkey-added': 'security',
  'passkey-removed': 'security',
  'google-linked': 'security',
  'google-unlinked': 'security',
  'confirm-new-email': 'security',
  'email-changed': 'security',
  'new-device': 'security',
  'password-guesses': 'security',
  'staff-invitation': 'security',
  'staff-reset': 'security',
  'staff-alert': 'security',
  'audit-heads': 'security',
  welcome: 'contract',
  receipt: 'contract',
  'renewal-notice': 'contract',
  'renewal-failed': 'contract',
  'card-expiring': 'contract',
  'plan-ended': 'contract',
  'order-unpaid': 'contract',
  'order-paid-twice': 'contract',
  'payment-disputed': 'contract',
  'plan-cancelled': 'contract',
  'plan-resumed': 'contract',
  'plan-change': 'contract',
  'plan-change-undone': 'contract',
  withdrawal: 'contract',
  'account-disabled': 'contract',
  'account-restored': 'contract',
  'profile-corrected': 'security',
  'deletion-started': 'contract',
  'absence-reminder': 'contract',
  'ended-by-absence': 'contract',
  deleted: 'contract',
  'export-ready': 'contract',
  // A member waits for the support's answer to it.
  contact: 'contract',
  // Decisions, which can be disputed, and their reasons.
  'report-upheld': 'contract',
  'report-dismissed': 'contract',
  restriction: 'contract',
  'appeal-decided': 'contract',
  'restriction-lifted': 'contract',
  'reports-warning': 'contract',
  'notice-received': 'contract',
  'notice-upheld': 'contract',
  'notice-dismissed': 'contract',
  'review-published': 'contract',
  'review-refused': 'contract',
  'photo-refused': 'contract',
  'photo-verified': 'contract',
  'verification-refused': 'contract',
  'new-message': 'notice',
  'new-invite': 'notice',
  'new-like': 'notice',
  'new-match': 'notice',
  'new-visit': 'notice',
  'notice-digest': 'notice',
  'test-notice': 'notice',
}

/** Those whose link is their purpose: they are not sent with one that has been withdrawn. */
export const needsItsLink: ReadonlySet<EmailKind> = new Set([
  'confirm-email',
  'registered-again',
  'reset-password',
  'sign-in-link',
  'confirm-new-email',
])

/** Those to the brand's own mailbox: if that does not exist, it is the operator who corrects it. */
export const toOurselves: ReadonlySet<string> = new Set<EmailKind>(['contact'])

/** Those that can be read without a link to a page. */
export const withoutLink: ReadonlySet<EmailKind> = new Set([
  'receipt',
  'withdrawal',
  'contact',
  'deleted',
  'staff-alert',
  'audit-heads',
  'notice-received',
  'notice-upheld',
  'notice-dismissed',
])

/** Those that ask whether an address reaches its member: sent to one that has bounced, too. */
export const provesAddress: ReadonlySet<EmailKind> = new Set(['confirm-email', 'registered-again', 'confirm-new-email'])

/** The list of a kind; undefined if it cannot be turned off. */
export const listOf = (kind: EmailKind): MailList | undefined => classRules[classOf[kind]].list ?? undefined

/** Until when an email that was queued at a time is tried. */
export const triedUntil = (kind: EmailKind, queuedAt: Date): Date =>
  new Date(queuedAt.getTime() + classRules[classOf[kind]].triedForHours * 3_600_000)

const firstDelayMs = 30_000
const longestDelayMs = 30 * 60_000

/** After half a minute, then twice as long each time, half an hour at most: that is how late it is once the relay is back. */
export const nextTryAt = (failures: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(firstDelayMs * 2 ** Math.min(failures - 1, 20), longestDelayMs))
