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
      [i18n._('Date'), day(sentAt)],
      [i18n._('Seller'), sellerOf(brand)],
      [i18n._('Purchase'), planNameIn(props.plan, locale)],
      ...(order === undefined ? [] : [[i18n._('Order'), order] as const]),
      ...(subscription === undefined ? [] : [[i18n._('Subscription no.'), subscription] as const]),
    ],
    sums: [
      [i18n._('Net amount'), money(totalMinor - vat)],
      [i18n._('VAT {rate}', { rate: rate(vatRate * 10) }), money(vat)],
      [order === undefined ? i18n._('Price of the plan') : i18n._('Order total'), money(totalMinor)],
    ],
    notes: lines,
  }
}
