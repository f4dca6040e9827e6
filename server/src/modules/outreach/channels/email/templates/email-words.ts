import type { Locale } from '@incontro/contract'
import type { I18n } from '@lingui/core'
import { dateForms } from '../../../../../platform/i18n.ts'
import type { EmailBrand } from '../email-brand.ts'

/** Whose email it is, and in which language. */
export interface EmailContext {
  readonly brand: EmailBrand
  readonly locale: Locale
  readonly i18n: I18n
}

/** What most emails consist of: a heading, some lines, a button where there is something to do, and a line below it. */
export interface EmailWords {
  readonly subject: string
  readonly heading: string
  readonly lines: readonly string[]
  readonly button?: string
  /** How long the link is valid, what to do about it. */
  readonly after?: string
}

/** Writes money, days and hours the way the language and the brand's country do. */
export interface Writing {
  readonly title: string
  readonly support: string
  money(amount: string, currency: string): string
  /** A day. */
  date(iso: string): string
  /** A day and an hour, on the brand's clock. */
  moment(iso: string): string
}

export function writingOf(
  { title, supportEmail, timeZone }: Pick<EmailBrand, 'title' | 'supportEmail' | 'timeZone'>,
  locale: Locale,
): Writing {
  const time = (options: Intl.DateTimeFormatOptions) => (iso: string) =>
    new Intl.DateTimeFormat(dateForms[locale], { ...options, timeZone }).format(new Date(iso))
  return {
    title,
    support: supportEmail,
    money: (amount, currency) =>
      new Intl.NumberFormat(dateForms[locale], { style: 'currency', currency }).format(Number(amount)),
    date: time({ dateStyle: 'long' }),
    moment: time({ dateStyle: 'long', timeStyle: 'short' }),
  }
}
