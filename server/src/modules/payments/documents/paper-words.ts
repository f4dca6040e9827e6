import { decimal, formatAmount, type Locale } from '@incontro/contract'
import { dateWords } from '@incontro/contract/date-words'
import { dateForms } from '#platform/text/i18n.ts'

export type Row = readonly [label: string, value: string]

/** The texts of a document, in the member's language. */
export interface PaperWords {
  /** The brand's name. */
  readonly title: string
  readonly heading: string
  readonly rows: readonly Row[]
  /** The last one is the total. */
  readonly sums: readonly Row[]
  readonly notes?: readonly string[]
  readonly locale: Locale
  /** Date of the documented event. */
  readonly at: Date
}

/**
 * Formats sums, rates and dates. @param timeZone of the company for what it issues, of the member's country for their terms
 */
export function paperForms(locale: Locale, currency: string, timeZone: string) {
  const form = dateForms[locale]
  const days = new Intl.DateTimeFormat(form, { dateStyle: 'long', timeZone })
  return {
    money: (minor: number) => formatAmount(decimal(minor, currency), currency, form),
    rate: (perMille: number) =>
      new Intl.NumberFormat(form, { style: 'percent', maximumFractionDigits: 1 }).format(perMille / 1000),
    day: (at: Date) => dateWords(locale, days.format(at)),
    country: (code: string) => new Intl.DisplayNames(form, { type: 'region' }).of(code) ?? code,
  }
}
