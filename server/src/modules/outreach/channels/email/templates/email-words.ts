import { formatAmount, type Locale } from '@incontro/contract'
import { dateWords, type DatePlace } from '@incontro/contract/date-words'
import type { I18n } from '@lingui/core'
import { dateForms } from '#platform/text/i18n.ts'
import type { EmailBrand } from '../email-brand.ts'
import { type PlanName, planNameIn } from '../email.ts'

/** Brand and language of an email. */
export interface EmailContext {
  readonly brand: EmailBrand
  readonly locale: Locale
  readonly i18n: I18n
  /** The page on which the recipient chooses what they are notified of; null for strangers. */
  readonly settingsLink: string | null
}

/** The parts of most emails: a heading, some lines, a button if there is something to do, and a closing line. */
export interface EmailWords {
  readonly subject: string
  readonly heading: string
  readonly lines: readonly string[]
  readonly button?: string
  /** Validity of the link and what to do about it. */
  readonly after?: string
}

/** Formats money, dates and times for the language and the brand's country. */
export interface Writing {
  readonly title: string
  readonly support: string
  money(amount: string, currency: string): string
  plan(name: PlanName): string
  /** A date, with the word before it. */
  date(iso: string, place?: DatePlace): string
  /** A month, such as `2030-08`. */
  month(month: string): string
  /** Date and time, in the brand's time zone. */
  moment(iso: string, place?: DatePlace): string
}

export function writingOf(
  { title, supportEmail, timeZone }: Pick<EmailBrand, 'title' | 'supportEmail' | 'timeZone'>,
  locale: Locale,
): Writing {
  const time = (options: Intl.DateTimeFormatOptions) => (iso: string, place?: DatePlace) =>
    dateWords(locale, new Intl.DateTimeFormat(dateForms[locale], { ...options, timeZone }).format(new Date(iso)), place)
  return {
    title,
    support: supportEmail,
    money: (amount, currency) => formatAmount(amount, currency, dateForms[locale]),
    plan: (name) => planNameIn(name, locale),
    date: time({ dateStyle: 'long' }),
    month: (month) =>
      new Intl.DateTimeFormat(dateForms[locale], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${month}-01T00:00:00Z`),
      ),
    moment: time({ dateStyle: 'long', timeStyle: 'short' }),
  }
}
