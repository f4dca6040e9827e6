import type { ContactTopic, Locale, PhotoRefusal, ReviewRefusal } from '@incontro/contract'

/** Every email by kind, with what its text needs. Links are absolute; money is a decimal string; times are ISO 8601 UTC. */
export interface EmailProps {
  /** Welcome, and the button that confirms the address. */
  readonly 'confirm-email': { readonly link: string }
  /** Somebody registers again with an address that is not confirmed yet (code 1009). */
  readonly 'registered-again': { readonly link: string }
  readonly 'reset-password': { readonly link: string }
  /** Once, when the address is confirmed: what to do first. The link signs in and opens the profile. */
  readonly welcome: { readonly link: string }
  /** A new link that signs in, asked for where an old one had ended. */
  readonly 'sign-in-link': { readonly link: string }
  /** The confirmation of a contract on a durable medium (directive 2011/83/EU, article 8(7)). */
  readonly receipt: ReceiptProps
  /** A renewal is coming: what it costs and when, with time to cancel. Without it nothing is charged. */
  readonly 'renewal-notice': PlanProps & { readonly subscription: string; readonly renewsAt: string }
  /** A renewal was not paid; the plan stays until `graceUntil`. Without `nextTry` only the member can pay. */
  readonly 'renewal-failed': PlanProps & {
    readonly graceUntil: string
    readonly nextTry: string | null
    readonly authentication: boolean
  }
  /** The plan ended without its renewal: the card refused for good, nobody paid in time, or we gave no timely notice. */
  readonly 'plan-ended': PlanProps & { readonly reason: 'declined' | 'unpaid' | 'no_notice' }
  /** The order that the member was asked to wait for was not paid: nothing was charged. */
  readonly 'order-unpaid': PlanProps
  /** The member's bank contests a payment, or has decided: what is held back, what comes back. */
  readonly 'payment-disputed': PlanProps & { readonly outcome: 'open' | 'won' | 'lost' }
  readonly 'plan-cancelled': PlanProps & { readonly endsAt: string }
  readonly 'plan-resumed': PlanProps & { readonly renewsAt: string }
  /** Receipt of a withdrawal on a durable medium (directive 2011/83/EU, article 11a). */
  readonly withdrawal: WithdrawalProps
  /** Security: a passkey was added to the account, or taken out of it. The link leads to the list. */
  readonly 'passkey-added': { readonly link: string }
  readonly 'passkey-removed': { readonly link: string }
  /** To the new address: nothing changes before its link is used. */
  readonly 'confirm-new-email': { readonly link: string }
  /** To the old address, with the link that takes the change back; of the new one only its first letter and its domain. */
  readonly 'email-changed': { readonly newEmail: string; readonly link: string }
  /** A sign-in from a browser not seen before; names as people know them, null where unknown. */
  readonly 'new-device': {
    readonly at: string
    readonly browser: string | null
    readonly system: string | null
    readonly link: string
  }
  /** Security: somebody keeps trying wrong passwords for the account. The link leads to a new one. */
  readonly 'password-guesses': { readonly at: string; readonly link: string }
  /** By the member, or by the support and why. A plan that ran does not renew; its paid time ends at `planEndsAt`. */
  readonly 'account-disabled': {
    readonly by: 'member' | 'support'
    readonly reason: string | null
    readonly planEndsAt: string | null
  }
  /** The support opened it again, or its deletion was called off. */
  readonly 'account-restored': { readonly link: string }
  readonly 'deletion-started': { readonly erasedOn: string; readonly planEndsAt: string | null; readonly link: string }
  /** The last one: its row goes when it is sent. */
  readonly deleted: Record<never, never>
  /** What somebody wrote in the contact form, to the brand's support. */
  readonly contact: ContactProps
  /** Security: a Google account opens the profile from now on, or no longer. */
  readonly 'google-linked': { readonly link: string }
  readonly 'google-unlinked': { readonly link: string }
  /** The archive of the member's own data can be downloaded. The link leads to where. */
  readonly 'export-ready': { readonly link: string }
  /** A message waits: neither who wrote nor what. */
  readonly 'new-message': { readonly link: string; readonly unsubscribeLink: string }
  /** What was decided about a report the member made; names nobody. */
  readonly 'report-upheld': { readonly link: string }
  readonly 'report-dismissed': { readonly link: string }
  readonly 'review-published': { readonly link: string }
  readonly 'review-refused': { readonly link: string; readonly reason: ReviewRefusal }
  /** What a person decided about the picture of a gesture; why it was refused stands where the link leads. */
  readonly 'photo-verified': { readonly link: string }
  readonly 'verification-refused': { readonly link: string }
  /** A photo of the member's is not shown. The link leads to their photos. */
  readonly 'photo-refused': { readonly link: string; readonly reason: PhotoRefusal }
}

export interface ContactProps {
  readonly name: string
  readonly email: string
  readonly topic: ContactTopic
  readonly message: string
  /** Of the page they wrote on. */
  readonly language: Locale
  /** Of the signed-in sender. */
  readonly memberId: string | null
}

/** What every email about a plan names: its name, the price of a renewal as sold, and where to act. */
export interface PlanProps {
  readonly plan: string
  readonly total: string
  readonly currency: string
  readonly link: string
}

export interface WithdrawalProps {
  readonly order: string
  readonly plan: string
  readonly paid: string
  readonly refund: string
  readonly currency: string
  /** Unused credits taken back. */
  readonly credits: number
  readonly receivedAt: string
  /** Whether a running plan ended with it. */
  readonly planEnds: boolean
}

export interface ReceiptProps {
  readonly order: string
  /** Name of the plan in the language of the email. */
  readonly plan: string
  readonly total: string
  readonly vat: string
  /** Percent. */
  readonly vatRate: number
  readonly currency: string
  readonly credits: number
  readonly level: 0 | 1 | 2
  readonly paidAt: string
  readonly periodStart: string | null
  readonly periodEnd: string | null
  readonly renews: boolean
  /** Days of notice before a renewal. */
  readonly noticeDays: number
  readonly withdrawUntil: string
  /** What stands on the card statement. */
  readonly descriptor: string
  readonly last4: string | null
  /** Number of the invoice and who sold it; receipts queued before there were invoices have neither. */
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
  'plan-ended',
  'order-unpaid',
  'payment-disputed',
  'plan-cancelled',
  'plan-resumed',
  'withdrawal',
  'passkey-added',
  'passkey-removed',
  'google-linked',
  'google-unlinked',
  'export-ready',
  'new-message',
  'contact',
  'report-upheld',
  'report-dismissed',
  'review-published',
  'review-refused',
  'photo-refused',
  'photo-verified',
  'verification-refused',
  'confirm-new-email',
  'email-changed',
  'new-device',
  'password-guesses',
  'account-disabled',
  'account-restored',
  'deletion-started',
  'deleted',
] as const satisfies readonly EmailKind[]
/** The emails about a plan's course: some sentences and a way to act. */
export const planKinds = [
  'renewal-notice',
  'renewal-failed',
  'plan-ended',
  'order-unpaid',
  'payment-disputed',
  'plan-cancelled',
  'plan-resumed',
  'withdrawal',
] as const satisfies readonly EmailKind[]
export type PlanKind = (typeof planKinds)[number]
/** The emails about an account's life. */
export const accountKinds = [
  'confirm-new-email',
  'email-changed',
  'new-device',
  'password-guesses',
  'account-disabled',
  'account-restored',
  'deletion-started',
  'deleted',
] as const satisfies readonly EmailKind[]
export type AccountKind = (typeof accountKinds)[number]
/** The emails about a member's review. */
export const reviewKinds = ['review-published', 'review-refused'] as const satisfies readonly EmailKind[]
export type ReviewKind = (typeof reviewKinds)[number]
/** All the others that say what to do, with a button for it. */
export type ActionKind = Exclude<
  EmailKind,
  'receipt' | 'contact' | PlanKind | AccountKind | ReviewKind | 'photo-refused'
>

/** An email to be sent: a kind with its own props. */
export type Email = {
  readonly [K in EmailKind]: {
    readonly brandId: string
    readonly memberId: string | null
    readonly kind: K
    readonly to: string
    readonly locale: Locale
    /** The link that stops a notice is made when it is sent. */
    readonly props: Omit<EmailProps[K], 'unsubscribeLink'>
  }
}[EmailKind]

export interface RenderedEmail {
  readonly subject: string
  readonly html: string
  readonly text: string
}
