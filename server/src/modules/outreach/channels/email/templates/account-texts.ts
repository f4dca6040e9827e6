import type { Locale } from '@incontro/contract'
import type { AccountKind, EmailProps } from '../email.ts'
import { accountTexts as en } from './account-texts.en.ts'
import { accountTexts as es } from './account-texts.es.ts'
import { accountTexts as fr } from './account-texts.fr.ts'
import { accountTexts as it } from './account-texts.it.ts'

export interface AccountWriting {
  readonly title: string
  readonly support: string
  /** A day as the language writes it. */
  date(iso: string): string
  /** A day and an hour, on the brand's clock. */
  moment(iso: string): string
}

/** Words of an email about the account: sentences about what happened, and a button where there is something to do. */
interface Words<K extends AccountKind> {
  readonly subject: (p: EmailProps[K], w: AccountWriting) => string
  readonly heading: (p: EmailProps[K], w: AccountWriting) => string
  readonly lines: (p: EmailProps[K], w: AccountWriting) => readonly string[]
  readonly button: string
  /** How long the link is good, under the button. */
  readonly after: string
}

export type AccountTexts = { readonly [K in AccountKind]: Words<K> }

export const accountTexts: Readonly<Record<Locale, AccountTexts>> = { it, es, fr, en }
