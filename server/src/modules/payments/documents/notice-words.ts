import { taxWithin, timeZoneOf, type Locale } from '@incontro/contract'
import { i18nFor } from '#platform/text/i18n.ts'
import { planNameIn, planWords, type Email, type PlanKind } from '#modules/outreach/index.ts'
import type { PayingBrand } from '../deps.ts'
import { sellerOf } from '../invoices/issue.ts'
import { paperForms, type PaperWords } from './paper-words.ts'

/** An email about a plan or an order. */
export type Notice = Extract<Email, { kind: Exclude<PlanKind, 'withdrawal'> }>

interface NoticeFacts {
  readonly notice: Notice
  readonly sentAt: Date
  readonly totalMinor: number
  /** Percent. */
  readonly vatRate: number
  readonly brand: PayingBrand
  /** Of the member. */
  readonly country: string
  readonly locale: Locale
}

/** What an email about a plan or an order says, with its number, seller, price and VAT. */
export function noticeWords({ notice, sentAt, totalMinor, vatRate, brand, country, locale }: NoticeFacts): PaperWords {
  const i18n = i18nFor(locale)
  const { props } = notice
  const { money, rate, day } = paperForms(locale, props.currency, timeZoneOf(country))
  const vat = taxWithin(totalMinor, vatRate)
  const { heading, lines } = planWords(notice, brand, { locale, country })
  const { order, subscription } = props as { readonly order?: string; readonly subscription?: string }
  return {
    title: brand.title,
    locale,
    at: sentAt,
    heading,
    rows: [
      [i18n._('Data'), day(sentAt)],
      [i18n._('Venditore'), sellerOf(brand)],
      [i18n._('Acquisto'), planNameIn(props.plan, locale)],
      ...(order === undefined ? [] : [[i18n._('Ordine'), order] as const]),
      ...(subscription === undefined ? [] : [[i18n._('Abbonamento n.'), subscription] as const]),
    ],
    sums: [
      [i18n._('Imponibile'), money(totalMinor - vat)],
      [i18n._('IVA {rate}', { rate: rate(vatRate * 10) }), money(vat)],
      [order === undefined ? i18n._('Prezzo del piano') : i18n._('Totale dell’ordine'), money(totalMinor)],
    ],
    notes: lines,
  }
}
