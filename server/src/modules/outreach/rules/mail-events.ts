import type { SentEvent } from '@incontro/contract'
import type { EmailKind } from '../channels/email/email.ts'

/** To the support, to staff, and to who reported something without an account. */
type NotToMembers =
  | 'contact'
  | 'staff-invitation'
  | 'staff-reset'
  | 'staff-alert'
  | 'audit-heads'
  | 'notice-received'
  | 'notice-upheld'
  | 'notice-dismissed'

/** What each mail to a member is about. The fixed ones are announced on other channels too, by this event. */
const events: Readonly<Record<Exclude<EmailKind, NotToMembers>, SentEvent>> = {
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
  welcome: 'security',
  'account-disabled': 'security',
  'account-restored': 'security',
  'profile-corrected': 'security',
  'deletion-started': 'security',
  'absence-reminder': 'security',
  'ended-by-absence': 'security',
  deleted: 'security',
  'export-ready': 'security',
  receipt: 'payment',
  'order-unpaid': 'payment',
  'order-paid-twice': 'payment',
  'payment-disputed': 'payment',
  withdrawal: 'payment',
  'renewal-notice': 'renewal',
  'renewal-failed': 'renewal',
  'card-expiring': 'renewal',
  'plan-ended': 'renewal',
  'plan-cancelled': 'renewal',
  'plan-resumed': 'renewal',
  'plan-change': 'renewal',
  'plan-change-undone': 'renewal',
  'report-upheld': 'decision',
  'report-dismissed': 'decision',
  'reports-warning': 'decision',
  restriction: 'decision',
  'appeal-decided': 'decision',
  'restriction-lifted': 'decision',
  'review-published': 'decision',
  'review-refused': 'decision',
  'photo-refused': 'decision',
  'photo-verified': 'decision',
  'verification-refused': 'decision',
  'new-message': 'message',
  'new-invite': 'invite',
  'new-like': 'like',
  'new-match': 'match',
  'new-visit': 'visit',
  'notice-digest': 'digest',
  'test-notice': 'test',
}

/** Mails of kinds that there are no more of were about an account. */
export const eventOfMail = (kind: string): SentEvent => events[kind as keyof typeof events] ?? 'security'
