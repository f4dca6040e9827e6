import type { MailList, SentEvent } from '@incontro/contract'
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

interface MailKind {
  readonly class: MailClass
  /** What it is about, by which it is announced on other channels too; null if it is to staff, the support or a stranger. */
  readonly event: SentEvent | null
  /** Its link is its purpose: it is not sent with one that has been withdrawn. */
  readonly needsItsLink?: true
  /** It asks whether an address reaches its member: sent to one that has bounced, too. */
  readonly provesAddress?: true
  /** It can be read without a link to a page. */
  readonly withoutLink?: true
  /** It goes to the brand's own mailbox: if that does not exist, it is the operator who corrects it. */
  readonly toOurselves?: true
}

export const mailKinds: { readonly [K in EmailKind]: MailKind } = {
  'confirm-email': { class: 'security', event: 'security', needsItsLink: true, provesAddress: true },
  'registered-again': { class: 'security', event: 'security', needsItsLink: true, provesAddress: true },
  'reset-password': { class: 'security', event: 'security', needsItsLink: true, provesAddress: true },
  'sign-in-link': { class: 'security', event: 'security', needsItsLink: true },
  'passkey-added': { class: 'security', event: 'security' },
  'passkey-removed': { class: 'security', event: 'security' },
  'google-linked': { class: 'security', event: 'security' },
  'google-unlinked': { class: 'security', event: 'security' },
  'confirm-new-email': { class: 'security', event: 'security', needsItsLink: true, provesAddress: true },
  'email-changed': { class: 'security', event: 'security' },
  'email-change-undone': { class: 'security', event: 'security' },
  'new-device': { class: 'security', event: 'security' },
  'password-guesses': { class: 'security', event: 'security' },
  'staff-invitation': { class: 'security', event: null },
  'staff-further-brand': { class: 'security', event: null },
  'staff-reset': { class: 'security', event: null },
  'staff-alert': { class: 'security', event: null, withoutLink: true },
  'audit-heads': { class: 'security', event: null, withoutLink: true },
  welcome: { class: 'contract', event: 'security' },
  receipt: { class: 'contract', event: 'payment', withoutLink: true },
  'renewal-notice': { class: 'contract', event: 'renewal' },
  'renewal-failed': { class: 'contract', event: 'renewal' },
  'card-expiring': { class: 'contract', event: 'renewal' },
  'plan-ended': { class: 'contract', event: 'renewal' },
  'order-unpaid': { class: 'contract', event: 'payment' },
  'order-paid-twice': { class: 'contract', event: 'payment' },
  'payment-disputed': { class: 'contract', event: 'payment' },
  'plan-cancelled': { class: 'contract', event: 'renewal' },
  'plan-resumed': { class: 'contract', event: 'renewal' },
  'plan-change': { class: 'contract', event: 'renewal' },
  'plan-change-undone': { class: 'contract', event: 'renewal' },
  withdrawal: { class: 'contract', event: 'payment', withoutLink: true },
  'account-disabled': { class: 'contract', event: 'security' },
  'account-restored': { class: 'contract', event: 'security' },
  'profile-corrected': { class: 'security', event: 'security' },
  'deletion-started': { class: 'contract', event: 'security' },
  'absence-reminder': { class: 'contract', event: 'security' },
  'ended-by-absence': { class: 'contract', event: 'security' },
  deleted: { class: 'contract', event: 'security', withoutLink: true },
  'export-ready': { class: 'contract', event: 'security' },
  // A member waits for the support's answer to it.
  contact: { class: 'contract', event: null, withoutLink: true, toOurselves: true },
  // They wait for it, and it names nothing that other channels could announce.
  'support-received': { class: 'contract', event: null, withoutLink: true },
  'support-answer': { class: 'contract', event: null, withoutLink: true },
  // Decisions, which can be disputed, and their reasons.
  'report-upheld': { class: 'contract', event: 'decision' },
  'report-dismissed': { class: 'contract', event: 'decision' },
  'report-gone': { class: 'contract', event: 'decision' },
  restriction: { class: 'contract', event: 'decision' },
  'appeal-decided': { class: 'contract', event: 'decision' },
  'restriction-lifted': { class: 'contract', event: 'decision' },
  'authority-order': { class: 'contract', event: 'decision' },
  'reports-warning': { class: 'contract', event: 'decision' },
  'notice-received': { class: 'contract', event: null, withoutLink: true },
  'notice-upheld': { class: 'contract', event: null },
  'notice-dismissed': { class: 'contract', event: null },
  'notice-gone': { class: 'contract', event: null, withoutLink: true },
  'notice-appeal-decided': { class: 'contract', event: null },
  'review-published': { class: 'contract', event: 'decision' },
  'review-refused': { class: 'contract', event: 'decision' },
  'photo-refused': { class: 'contract', event: 'decision' },
  'photo-verified': { class: 'contract', event: 'decision' },
  'verification-refused': { class: 'contract', event: 'decision' },
  'new-message': { class: 'notice', event: 'message' },
  'new-invite': { class: 'notice', event: 'invite' },
  'new-like': { class: 'notice', event: 'like' },
  'new-match': { class: 'notice', event: 'match' },
  'new-visit': { class: 'notice', event: 'visit' },
  'notice-digest': { class: 'notice', event: 'digest' },
  'test-notice': { class: 'notice', event: 'test' },
  newsletter: { class: 'promotion', event: 'news' },
  'journey-no-photo': { class: 'promotion', event: 'news' },
  'journey-no-first-message': { class: 'promotion', event: 'news' },
  'journey-lapsed': { class: 'promotion', event: 'news' },
  // To the person of staff who asked for it.
  'newsletter-test': { class: 'contract', event: null },
}

/** The row of a kind; undefined for a kind that there is no more of. */
export const mailKind = (kind: string): MailKind | undefined =>
  Object.hasOwn(mailKinds, kind) ? mailKinds[kind as EmailKind] : undefined

/** What a mail was about. Those of kinds that there are no more of were about an account. */
export const eventOfMail = (kind: string): SentEvent => mailKind(kind)?.event ?? 'security'

/** Whether a mail is promotion: the gate of `promotions` decides on it once more when it leaves. */
export const isPromotion = (kind: string): boolean => mailKind(kind)?.class === 'promotion'

/** The list of a kind; undefined if it cannot be turned off. */
export const listOf = (kind: EmailKind): MailList | undefined => classRules[mailKinds[kind].class].list ?? undefined

/** Until when an email that was queued at a time is tried. */
export const triedUntil = (kind: EmailKind, queuedAt: Date): Date =>
  new Date(queuedAt.getTime() + classRules[mailKinds[kind].class].triedForHours * 3_600_000)

const firstDelayMs = 30_000
const longestDelayMs = 30 * 60_000

/** After half a minute, then twice as long each time, half an hour at most: that is how late it is once the relay is back. */
export const nextTryAt = (failures: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(firstDelayMs * 2 ** Math.min(failures - 1, 20), longestDelayMs))
