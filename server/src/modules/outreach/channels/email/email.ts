import type { QueuedNotice } from '../../rules/channel.ts'
import type {
  ContactTopic,
  Locale,
  PhotoRefusal,
  RestrictedContent,
  RestrictionGround,
  RestrictionKind,
  ReviewRefusal,
} from '@incontro/contract'

/**
 * Every email by kind, with the values its text needs. Links are absolute; money is a decimal string; times are ISO
 * 8601 UTC.
 */
export interface EmailProps {
  /** Welcome, with a button that confirms the address. */
  readonly 'confirm-email': { readonly link: string }
  /** Sent when a person registers again with an unconfirmed address (code 1009). */
  readonly 'registered-again': { readonly link: string }
  readonly 'reset-password': { readonly link: string }
  /** Sent once, when the address is confirmed: first steps. The link signs in and opens the profile. */
  readonly welcome: { readonly link: string }
  /** A new sign-in link, requested when an old one had expired. */
  readonly 'sign-in-link': { readonly link: string }
  /** The confirmation of a contract on a durable medium (directive 2011/83/EU, article 8(7)). */
  readonly receipt: ReceiptProps
  /** Announces a renewal: price and date, with time to cancel. Without it nothing is charged. */
  readonly 'renewal-notice': PlanProps & {
    readonly subscription: string
    readonly renewsAt: string
    /** The last month of the card that pays it, as `2030-08`, if that is over before. Missing in older emails. */
    readonly cardExpires?: string | null
  }
  /** The card that pays the renewal expires before it, and its reminder does not say so in time. */
  readonly 'card-expiring': PlanProps & { readonly renewsAt: string; readonly cardExpires: string }
  /** A renewal was not paid; the plan stays active until `graceUntil`. Without `nextTry` only the member can pay. */
  readonly 'renewal-failed': PlanProps & {
    readonly graceUntil: string
    readonly nextTry: string | null
    readonly authentication: boolean
    /** The stored card or account will not pay: another is asked for. Missing in older emails. */
    readonly otherMethod?: boolean
  }
  /**
   * The plan ended without renewal: the card was refused permanently, it was not paid in time, or the reminder was
   * late.
   */
  readonly 'plan-ended': PlanProps & { readonly reason: 'declined' | 'unpaid' | 'no_notice' }
  /** An order that the member was asked to wait for was not paid: nothing was charged. */
  readonly 'order-unpaid': PlanProps
  /**
   * An order was paid although another one had taken its place, or after the account had been closed. It is refunded,
   * at `keepUntil` unless the member keeps it before; at once if it is null.
   */
  readonly 'order-paid-twice': PlanProps & {
    readonly keepUntil: string | null
    /** Missing where another order had taken its place. */
    readonly accountClosed?: boolean
  }
  /** The member's bank disputes a payment, or has decided: what is held back, what is restored. */
  readonly 'payment-disputed': PlanProps & { readonly outcome: 'open' | 'won' | 'lost' }
  readonly 'plan-cancelled': PlanProps & { readonly endsAt: string }
  readonly 'plan-resumed': PlanProps & { readonly renewsAt: string }
  /** From its next renewal on, the plan is `plan` instead of `before`. */
  readonly 'plan-change': PlanProps & { readonly before: PlanName; readonly startsAt: string }
  readonly 'plan-change-undone': PlanProps & { readonly renewsAt: string }
  /** Receipt of a withdrawal on a durable medium (directive 2011/83/EU, article 11a). */
  readonly withdrawal: WithdrawalProps
  /** Security: a passkey was added to or removed from the account. The link opens the list. */
  readonly 'passkey-added': { readonly link: string }
  readonly 'passkey-removed': { readonly link: string }
  /** To the new address: nothing changes before its link is used. */
  readonly 'confirm-new-email': { readonly link: string }
  /** To the old address, with a link to undo the change; shows only first letter and domain of the new one. */
  readonly 'email-changed': { readonly newEmail: string; readonly link: string }
  /** A sign-in from a new browser, with its common names; null if unknown. */
  /** After `email-changed` was undone, of an account that stays closed. Otherwise a link for a new password follows. */
  readonly 'email-change-undone': { readonly closed: 'suspended' | 'deactivated'; readonly link: string }
  readonly 'new-device': {
    readonly at: string
    readonly browser: string | null
    readonly system: string | null
    readonly link: string
  }
  /** Security: repeated wrong passwords for the account. The link sets a new one. */
  readonly 'password-guesses': { readonly at: string; readonly link: string }
  /** To a person who is to work in the console at `host`: the link sets their password. */
  readonly 'staff-invitation': { readonly link: string; readonly name: string; readonly host: string }
  /** To a person of staff whom another brand, called `at`, has invited: the link opens their account. */
  readonly 'staff-further-brand': {
    readonly link: string
    readonly name: string
    readonly host: string
    readonly at: string
  }
  readonly 'staff-reset': { readonly link: string; readonly name: string; readonly host: string }
  /**
   * To owners: a colleague has opened unusually much within an hour. Queued by the version before, `what` is absent.
   */
  readonly 'staff-alert': {
    readonly name: string
    readonly opened: number
    readonly what?: 'files' | 'searches' | 'money' | 'tickets' | 'exports'
  }
  /** To owners, each night: the last entry of each audit chain, as `chain number hash`. */
  readonly 'audit-heads': { readonly heads: readonly string[] }
  /**
   * Deactivated by the member, or by support with a reason. A running plan does not renew; its paid time ends at
   * `planEndsAt`.
   */
  readonly 'account-disabled': {
    readonly by: 'member' | 'support'
    readonly reason: string | null
    readonly planEndsAt: string | null
  }
  /**
   * Support corrected it; `value` is what stands there now, of the gender `listed_woman`, `listed_man` or
   * `listed_both`.
   */
  readonly 'profile-corrected': { readonly what: CorrectedFact; readonly value: string; readonly link: string }
  /**
   * Support reopened the account, or its deletion was cancelled. `suspended`: it is not erased any more, but a decision
   * of the moderators is in force.
   */
  readonly 'account-restored': { readonly suspended?: boolean; readonly deactivated?: true; readonly link: string }
  readonly 'deletion-started': { readonly erasedOn: string; readonly planEndsAt: string | null; readonly link: string }
  /** Sent twice to a member who has not been here for long: from `endsOn` on the account ends. */
  readonly 'absence-reminder': { readonly endsOn: string; readonly link: string }
  /** The account was closed after a long absence. The link keeps it. */
  readonly 'ended-by-absence': { readonly erasedOn: string; readonly link: string }
  /** The account's last email: its row is deleted when it is sent. */
  readonly deleted: Record<never, never>
  /** A message from the contact form, to the brand's support. */
  readonly contact: ContactProps
  /** A question has reached support: says nothing of what was written, as anyone may give any address. */
  readonly 'support-received': { readonly link: string; readonly isMember: boolean }
  /** Support answers a question; replies to it are read. */
  readonly 'support-answer': SupportAnswerProps
  /** Security: a Google account was linked to the profile, or unlinked. */
  readonly 'google-linked': { readonly link: string }
  readonly 'google-unlinked': { readonly link: string }
  /** The data export is ready. The link opens its page. */
  readonly 'export-ready': { readonly link: string }
  /** A message is waiting: contains neither sender nor text. */
  readonly 'new-message': NoticeProps
  /** The decision on the member's report; names no one. */
  readonly 'report-upheld': { readonly link: string }
  readonly 'report-dismissed': { readonly link: string }
  readonly 'report-gone': { readonly link: string }
  /** A decision against the member, with its reasons. The link shows it and takes an appeal. */
  readonly restriction: RestrictionProps
  /** Another person has decided about the member's appeal. */
  readonly 'appeal-decided': {
    readonly outcome: 'confirmed' | 'reversed'
    readonly answer: string
    readonly link: string
  }
  /** A decision against the member was taken back before its end. */
  readonly 'restriction-lifted': {
    readonly restriction: RestrictionKind
    readonly link: string
  }
  /**
   * An authority has ordered something about the member, and it was done. The link shows decisions and takes an appeal.
   */
  readonly 'authority-order': AuthorityOrderProps
  /** The member has reported repeatedly what was plainly baseless. */
  readonly 'reports-warning': { readonly link: string }
  /** To the notifier without an account: the notice has arrived, and its outcome. The link takes an appeal. */
  readonly 'notice-received': { readonly link: string; readonly place: string }
  readonly 'notice-upheld': { readonly link: string }
  readonly 'notice-dismissed': { readonly link: string }
  readonly 'notice-gone': { readonly link: string }
  /** Another person has decided about the notifier's appeal. */
  readonly 'notice-appeal-decided': {
    readonly outcome: 'confirmed' | 'reversed'
    readonly answer: string
    readonly link: string
  }
  readonly 'review-published': { readonly link: string }
  readonly 'review-refused': RefusalProps & { readonly reason: ReviewRefusal }
  /** The decision about the picture of a gesture; the link's page has the reason of a refusal. */
  readonly 'photo-verified': { readonly link: string }
  readonly 'verification-refused': { readonly link: string }
  /** A photo of the member was refused. */
  readonly 'photo-refused': RefusalProps & { readonly reason: PhotoRefusal }
  /** Notices: they name no one. */
  readonly 'new-invite': NoticeProps
  readonly 'new-like': NoticeProps
  readonly 'new-match': NoticeProps
  readonly 'new-visit': NoticeProps
  /** Several notices in one mail, for a member who wants them so. */
  readonly 'notice-digest': DigestCounts &
    Omit<NoticeProps, 'notice'> & {
      /** What it counts, until it has left. */
      readonly notices?: readonly QueuedNotice[]
    }
  /** The member tries whether notices arrive. */
  readonly 'test-notice': NoticeProps
  /** A newsletter: its content is read when it is sent, so that the row of each recipient has no copy. */
  readonly newsletter: NoticeProps & { readonly content?: NewsletterContent }
  /** As its author gets it before anyone else. */
  readonly 'newsletter-test': { readonly link: string; readonly content: NewsletterContent }
  readonly 'journey-no-photo': NoticeProps
  readonly 'journey-no-first-message': NoticeProps
  readonly 'journey-lapsed': NoticeProps
}

/** The text of a newsletter in the recipient's language, as staff wrote it. */
/** What support corrects of a profile. */
export type CorrectedFact = 'name' | 'home' | 'age' | 'gender'

export interface NewsletterContent {
  readonly subject: string
  /** Paragraphs, divided by an empty line. */
  readonly body: string
  /** Fills in `{name}`. */
  readonly name: string
  /** Neither subject nor preview say what it is about. */
  readonly discreet: boolean
}

/** The ground of a decision against a member. */
export interface StatementProps {
  readonly ground: RestrictionGround
  /** Section of the terms, and the rule in every language. */
  readonly section: string
  readonly rule: Readonly<Record<Locale, string>>
  readonly automatedDetection: boolean
}

/** What was not shown: the link opens the decision and takes an appeal. */
interface RefusalProps {
  readonly link: string
  /** Absent from what was written before statements of reasons had it. */
  readonly statement?: StatementProps
}

export interface RestrictionProps extends StatementProps {
  readonly restriction: RestrictionKind
  /** When it ends; null if it does not end by itself. */
  readonly until: string | null
  readonly facts: string
  readonly content: RestrictedContent
  /** A paid term goes on after it, by as much as was left. */
  readonly isPaused: boolean
  readonly link: string
}

export interface AuthorityOrderProps {
  readonly order: 'act' | 'information'
  readonly authority: string
  /** Two letters. */
  readonly country: string
  readonly reference: string
  readonly legalGround: string
  readonly receivedAt: string
  /** What was done, in words. */
  readonly facts: string
  /** What it did to the member's profile, if anything. */
  readonly effect: Pick<RestrictionProps, 'restriction' | 'until' | 'content'> | null
  readonly link: string
}

/** A page, and the link that stops such mails. */
export interface NoticeProps {
  /** What it announces, until it has left. */
  readonly notice?: QueuedNotice
  readonly link: string
  readonly unsubscribeLink: string
}

/** What a digest counts. */
export type DigestCounts = { readonly [K in 'messages' | 'invites' | 'likes' | 'matches' | 'visits']: number }

export interface ContactProps {
  readonly name: string
  readonly email: string
  readonly topic: ContactTopic
  readonly message: string
  /** Language of the page with the form. */
  readonly language: Locale
  /** The signed-in sender. */
  readonly memberId: string | null
}

export interface SupportAnswerProps {
  readonly ticketId: string
  readonly topic: ContactTopic
  /** As the person who answers wrote it: plain text. */
  readonly text: string
  /** Whether a reply comes back to the ticket, and not to the brand's mailbox. */
  readonly canReply: boolean
  /** Whether it begins the thread in the recipient's mailbox. */
  readonly isFirst: boolean
  /** Of the mail that it answers, if the sender has chosen another subject. */
  readonly subject: string | null
  /** What it answers. */
  readonly question: string
  readonly askedAt: string
  /** Message-ID of the mail that it answers, with its brackets; null for the contact form. */
  readonly inReplyTo: string | null
  /** The mails before it, oldest first: theirs by Message-ID, ours by the id of the row. */
  readonly references: readonly ({ readonly mailId: string } | { readonly emailId: string })[]
}

/** Common to all emails about a plan: its name, the renewal price as sold, and the page to act on. */
export interface PlanProps {
  /** The plan or the order that it is about; missing in emails queued before they were attached as PDF. */
  readonly subscription?: string
  readonly order?: string
  readonly plan: PlanName
  readonly total: string
  readonly currency: string
  readonly link: string
}

/**
 * In every language, as the system conversation shows it in that of the page. A string in the member's language in
 * emails and messages of before.
 */
export type PlanName = string | Readonly<Record<Locale, string>>

export const planNameIn = (name: PlanName, locale: Locale): string => (typeof name === 'string' ? name : name[locale])

export interface WithdrawalProps {
  readonly order: string
  readonly plan: string
  readonly paid: string
  readonly refund: string
  readonly currency: string
  /** Unused credits that were revoked, and the messages they come to. */
  readonly credits: number
  readonly messages?: number
  readonly receivedAt: string
  /** Whether a running plan ended with it. */
  readonly planEnds: boolean
  /** Until when the plan before it runs again, if its unused part had been credited. */
  readonly restoredUntil?: string
}

export interface ReceiptProps {
  readonly order: string
  /** The plan's name in the language of the email. */
  readonly plan: string
  readonly total: string
  /** The plan's price and what of it was credited for the plan before, if the total is less. */
  readonly price?: string
  readonly credit?: string
  readonly vat: string
  /** Percent. */
  readonly vatRate: number
  readonly currency: string
  /** Of a pack, and the messages they come to. Without messages in emails that were queued before 0.3. */
  readonly credits: number
  readonly messages?: number
  readonly level: 0 | 1 | 2
  readonly paidAt: string
  readonly periodStart: string | null
  readonly periodEnd: string | null
  readonly renews: boolean
  /** Days of notice before a renewal. */
  readonly noticeDays: number
  readonly withdrawUntil: string
  /** The text on the card statement. */
  readonly descriptor: string
  readonly last4: string | null
  /** Invoice number and seller; missing in receipts queued before there were invoices. */
  readonly invoice?: string
  readonly seller?: string
}

export type EmailKind = keyof EmailProps
export const emailKinds = [
  'confirm-email',
  'registered-again',
  'reset-password',
  'welcome',
  'sign-in-link',
  'receipt',
  'renewal-notice',
  'renewal-failed',
  'card-expiring',
  'plan-ended',
  'order-unpaid',
  'order-paid-twice',
  'payment-disputed',
  'plan-cancelled',
  'plan-resumed',
  'plan-change',
  'plan-change-undone',
  'withdrawal',
  'passkey-added',
  'passkey-removed',
  'google-linked',
  'google-unlinked',
  'export-ready',
  'new-message',
  'contact',
  'support-answer',
  'support-received',
  'report-upheld',
  'report-dismissed',
  'report-gone',
  'restriction',
  'appeal-decided',
  'restriction-lifted',
  'authority-order',
  'reports-warning',
  'notice-received',
  'notice-upheld',
  'notice-dismissed',
  'notice-gone',
  'notice-appeal-decided',
  'review-published',
  'review-refused',
  'photo-refused',
  'photo-verified',
  'verification-refused',
  'confirm-new-email',
  'email-changed',
  'email-change-undone',
  'new-device',
  'password-guesses',
  'staff-invitation',
  'staff-further-brand',
  'staff-reset',
  'staff-alert',
  'audit-heads',
  'account-disabled',
  'account-restored',
  'profile-corrected',
  'deletion-started',
  'absence-reminder',
  'ended-by-absence',
  'deleted',
  'new-invite',
  'new-like',
  'new-match',
  'new-visit',
  'notice-digest',
  'test-notice',
  'newsletter',
  'newsletter-test',
  'journey-no-photo',
  'journey-no-first-message',
  'journey-lapsed',
] as const satisfies readonly EmailKind[]
/** The emails about a plan's course: some sentences and a way to act. */
export const planKinds = [
  'renewal-notice',
  'renewal-failed',
  'card-expiring',
  'plan-ended',
  'order-unpaid',
  'order-paid-twice',
  'payment-disputed',
  'plan-cancelled',
  'plan-resumed',
  'plan-change',
  'plan-change-undone',
  'withdrawal',
] as const satisfies readonly EmailKind[]
export type PlanKind = (typeof planKinds)[number]
/** The emails about an account's life. */
export const accountKinds = [
  'confirm-new-email',
  'email-changed',
  'email-change-undone',
  'new-device',
  'password-guesses',
  'staff-invitation',
  'staff-further-brand',
  'staff-reset',
  'staff-alert',
  'audit-heads',
  'account-disabled',
  'account-restored',
  'profile-corrected',
  'deletion-started',
  'absence-reminder',
  'ended-by-absence',
  'deleted',
] as const satisfies readonly EmailKind[]
export type AccountKind = (typeof accountKinds)[number]
/** The emails about a member's review. */
export const reviewKinds = ['review-published', 'review-refused'] as const satisfies readonly EmailKind[]
export type ReviewKind = (typeof reviewKinds)[number]
/** The emails about decisions, appeals, notices and requests. */
export const caseKinds = [
  'restriction',
  'appeal-decided',
  'restriction-lifted',
  'authority-order',
  'reports-warning',
  'notice-received',
  'notice-upheld',
  'notice-dismissed',
  'notice-gone',
  'notice-appeal-decided',
  'support-received',
] as const satisfies readonly EmailKind[]
export type CaseEmailKind = (typeof caseKinds)[number]
/** The emails about what happened in the product, besides messages. */
export const noticeKinds = [
  'new-invite',
  'new-like',
  'new-match',
  'new-visit',
  'notice-digest',
  'test-notice',
] as const satisfies readonly EmailKind[]
export type NoticeKind = (typeof noticeKinds)[number]
/** The emails that a member gets at a point of their course, if they agreed to promotion. */
export const journeyKinds = [
  'journey-no-photo',
  'journey-no-first-message',
  'journey-lapsed',
] as const satisfies readonly EmailKind[]
export type JourneyKind = (typeof journeyKinds)[number]
/** All other emails with a call to action and a button. */
export type ActionKind = Exclude<
  EmailKind,
  | 'receipt'
  | 'contact'
  | 'support-answer'
  | PlanKind
  | AccountKind
  | ReviewKind
  | CaseEmailKind
  | NoticeKind
  | 'photo-refused'
  | 'newsletter'
  | 'newsletter-test'
  | JourneyKind
>

/** An email to send: a kind with its props. */
export type Email = {
  readonly [K in EmailKind]: {
    /** Of its row; a new one if it is left out. */
    readonly id?: string
    readonly brandId: string
    readonly memberId: string | null
    readonly kind: K
    readonly to: string
    readonly locale: Locale
    /** The unsubscribe link is created when the email is sent. */
    readonly props: Omit<EmailProps[K], 'unsubscribeLink'>
  }
}[EmailKind]

export interface RenderedEmail {
  readonly subject: string
  readonly html: string
  readonly text: string
}
