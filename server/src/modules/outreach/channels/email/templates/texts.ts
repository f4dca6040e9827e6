import type { Locale } from '@incontro/contract'
import type { EmailProps, PlanKind } from '../email.ts'
import { texts as en } from './texts.en.ts'
import { texts as es } from './texts.es.ts'
import { texts as fr } from './texts.fr.ts'
import { texts as it } from './texts.it.ts'

/** Words of the emails that consist of a heading, some lines, a button and a closing line. */
interface ActionTexts {
  readonly subject: (title: string) => string
  readonly heading: (title: string) => string
  readonly lines: (title: string) => readonly string[]
  readonly button: string
  readonly after: string
}

/** Writes money, days and numbers the way the language and the brand's country do. */
export interface Writing {
  readonly title: string
  readonly support: string
  money(amount: string, currency: string): string
  date(iso: string): string
}

/** Words of the emails about a plan: sentences made from what happened, and a button where there is something to do. */
export interface PlanTexts<K extends PlanKind> {
  readonly subject: (p: EmailProps[K], w: Writing) => string
  readonly heading: (p: EmailProps[K], w: Writing) => string
  readonly lines: (p: EmailProps[K], w: Writing) => readonly string[]
  readonly button: string
}

export interface EmailTexts {
  readonly plan: { readonly [K in PlanKind]: PlanTexts<K> }
  readonly 'confirm-email': ActionTexts
  readonly 'registered-again': ActionTexts
  readonly 'reset-password': ActionTexts
  readonly welcome: ActionTexts
  readonly 'sign-in-link': ActionTexts
  readonly 'passkey-added': ActionTexts
  readonly 'passkey-removed': ActionTexts
  readonly 'google-linked': ActionTexts
  readonly 'google-unlinked': ActionTexts
  readonly 'new-message': ActionTexts
  readonly 'report-upheld': ActionTexts
  readonly 'report-dismissed': ActionTexts
  readonly receipt: {
    readonly subject: (title: string, plan: string) => string
    readonly heading: string
    readonly intro: (title: string) => string
    readonly plan: string
    readonly credits: string
    readonly total: string
    readonly vat: (rate: string) => string
    readonly paidAt: string
    readonly card: string
    readonly statement: string
    readonly order: string
    readonly validUntil: string
    readonly renewal: string
    readonly renews: (date: string, total: string, days: number) => string
    readonly shortTerm: (days: number) => string
    readonly ends: (date: string) => string
    readonly once: string
    readonly cancel: string
    readonly withdrawal: string
    readonly withdraw: (date: string, email: string) => string
  }
  readonly frame: {
    readonly copyLink: string
    readonly because: (title: string) => string
    readonly notified: (title: string) => string
    readonly unsubscribe: string
    readonly questions: string
    readonly vatNumber: string
  }
}

export const emailTexts: Readonly<Record<Locale, EmailTexts>> = { it, es, fr, en }
