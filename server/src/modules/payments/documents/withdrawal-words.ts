import { taxWithin, timeZoneOf, type Locale } from '@incontro/contract'
import { i18nFor } from '#platform/text/i18n.ts'
import type { Attempt } from '../attempts/attempts.ts'
import type { MemberInvoice } from '../invoices/member-invoices.ts'
import { paperForms, type PaperWords } from './paper-words.ts'

interface WithdrawalFacts {
  readonly attempt: Attempt
  readonly refund: { readonly amount_minor: number; readonly created_at: Date }
  /** Unused ones that were taken back. */
  readonly messages: number
  /** The order's invoice; null for sales from before invoices existed. */
  readonly invoice: MemberInvoice | null
  /** Name, address and VAT number, used without an invoice. */
  readonly seller: string
  /** Of the member. */
  readonly country: string
  readonly title: string
  readonly locale: Locale
}

/** The confirmation of a withdrawal (directive 2011/83/EU, article 11a): the order, the date and the refund. */
export function withdrawalWords({
  attempt,
  refund,
  messages,
  invoice,
  seller,
  country,
  title,
  locale,
}: WithdrawalFacts): PaperWords {
  const i18n = i18nFor(locale)
  const { money, rate, day } = paperForms(locale, attempt.currency, timeZoneOf(country))
  const vat = invoice && taxWithin(refund.amount_minor, invoice.vat_per_mille / 10)
  return {
    title,
    locale,
    at: refund.created_at,
    heading: i18n._('Withdrawal received'),
    rows: [
      [i18n._('Date'), day(refund.created_at)],
      [i18n._('Seller'), invoice?.seller ?? seller],
      [i18n._('Purchase'), attempt.plan.name[locale]],
      [i18n._('Order'), attempt.id],
      ...(invoice ? [[i18n._('Receipt no.'), invoice.number] as const] : []),
      ...(messages > 0 ? [[i18n._('Messages taken back'), String(messages)] as const] : []),
    ],
    sums: [
      [i18n._('Total paid'), money(attempt.amount_minor)],
      ...(invoice && vat !== null
        ? [[i18n._('VAT {rate} included', { rate: rate(invoice.vat_per_mille) }), money(vat)] as const]
        : []),
      [i18n._('Total refunded'), money(refund.amount_minor)],
    ],
  }
}
