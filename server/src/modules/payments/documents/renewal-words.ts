import { taxWithin, timeZoneOf, type Locale } from '@incontro/contract'
import { i18nFor } from '#platform/text/i18n.ts'
import { paperForms, type PaperWords } from './paper-words.ts'

interface RenewalFacts {
  readonly subscription: string
  readonly plan: string
  readonly totalMinor: number
  readonly currency: string
  readonly renewsAt: Date
  readonly sentAt: Date
  /** Percent, of the day of the reminder. */
  readonly vatRate: number
  readonly seller: string
  /** Of the member. */
  readonly country: string
  readonly title: string
  readonly locale: Locale
}

/** The reminder of a renewal: what it costs and when, and how to cancel before. */
export function renewalWords(facts: RenewalFacts): PaperWords {
  const { totalMinor, vatRate, locale, title } = facts
  const i18n = i18nFor(locale)
  const { money, rate, day } = paperForms(locale, facts.currency, timeZoneOf(facts.country))
  const vat = taxWithin(totalMinor, vatRate)
  return {
    title,
    locale,
    at: facts.sentAt,
    heading: i18n._('Il tuo piano sta per rinnovarsi'),
    rows: [
      [i18n._('Data'), day(facts.sentAt)],
      [i18n._('Venditore'), facts.seller],
      [i18n._('Acquisto'), facts.plan],
      [i18n._('Abbonamento n.'), facts.subscription],
      [i18n._('Rinnovo'), day(facts.renewsAt)],
    ],
    sums: [
      [i18n._('Imponibile'), money(totalMinor - vat)],
      [i18n._('IVA {rate}', { rate: rate(vatRate * 10) }), money(vat)],
      [i18n._('Addebito previsto'), money(totalMinor)],
    ],
    notes: [
      i18n._(
        'Se vuoi tenerlo non devi fare nulla. Se non lo vuoi più, disdici in due clic da Piano e acquisti prima di quella data: resta attivo fino alla fine e non paghi altro.',
      ),
    ],
  }
}
