import type { Locale } from '@incontro/contract'

/** Every email by kind, with what its text needs. Links are absolute; money is a decimal string; times are ISO 8601 UTC. */
export interface EmailProps {
  /** Welcome, and the button that confirms the address. */
  readonly 'confirm-email': { readonly link: string }
  /** Somebody registers again with an address that is not confirmed yet (code 1009). */
  readonly 'registered-again': { readonly link: string }
  readonly 'reset-password': { readonly link: string }
  /** The confirmation of a contract on a durable medium (directive 2011/83/EU, article 8(7)). */
  readonly receipt: ReceiptProps
  /** A message waits: neither who wrote nor what. */
  readonly 'new-message': { readonly link: string; readonly unsubscribeLink: string }
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
}

export type EmailKind = keyof EmailProps
export const emailKinds = ['confirm-email', 'registered-again', 'reset-password', 'receipt', 'new-message'] as const satisfies readonly EmailKind[]

/** An email to be sent: a kind with its own props. */
export type Email = {
  readonly [K in EmailKind]: {
    readonly brandId: string
    readonly memberId: string | null
    readonly kind: K
    readonly to: string
    readonly locale: Locale
    readonly props: EmailProps[K]
  }
}[EmailKind]

export interface RenderedEmail {
  readonly subject: string
  readonly html: string
  readonly text: string
}
