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
    heading: i18n._('Your plan is about to renew'),
    rows: [
      [i18n._('Date'), day(facts.sentAt)],
      [i18n._('Seller'), facts.seller],
      [i18n._('Purchase'), facts.plan],
      [i18n._('Subscription no.'), facts.subscription],
      [i18n._('Renewal'), day(facts.renewsAt)],
    ],
    sums: [
      [i18n._('Net amount'), money(totalMinor - vat)],
      [i18n._('VAT {rate}', { rate: rate(vatRate * 10) }), money(vat)],
      [i18n._('Amount to be charged'), money(totalMinor)],
    ],
    notes: [
      i18n._(
        'To keep it there’s nothing to do. If you no longer want it, cancel in two clicks under Plan and purchases before that day: it stays until its end and you pay nothing more.',
      ),
    ],
  }
}
