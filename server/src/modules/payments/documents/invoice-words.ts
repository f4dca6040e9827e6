import { orderNumberOf, type Locale } from '@incontro/contract'
import { i18nFor } from '#platform/text/i18n.ts'
import type { MemberInvoice } from '../invoices/member-invoices.ts'
import { territoryByCode } from '../invoices/tax-place.ts'
import { companyTimeZone } from '#modules/calendar/index.ts'
import { paperForms, type PaperWords } from './paper-words.ts'

/** Values of an invoice that are not in its row. */
export interface InvoiceFacts {
  /** The brand's name. */
  readonly title: string
  /** The plan's name, in the member's language. */
  readonly plan: string
  /** For a credit note: the number of its invoice. */
  readonly credited: string | null
  /** What of the price was credited for the plan before, minor units. */
  readonly creditMinor: number
  readonly locale: Locale
}

/** An invoice or credit note. */
export function invoiceWords(
  invoice: MemberInvoice,
  { title, plan, credited, creditMinor, locale }: InvoiceFacts,
): PaperWords {
  const i18n = i18nFor(locale)
  const { money, rate, day, country } = paperForms(locale, invoice.currency, companyTimeZone(invoice.company))
  const territory = territoryByCode(invoice.territory)
  const place = country(invoice.country) + (territory ? ` (${territory.name})` : '')
  const isNote = invoice.kind === 'credit_note'
  return {
    title,
    locale,
    at: invoice.issued_at,
    heading: `${isNote ? i18n._('Credit note no.') : i18n._('Receipt no.')} ${invoice.number}`,
    rows: [
      [i18n._('Date'), day(invoice.issued_at)],
      ...(isNote && credited !== null ? [[i18n._('Credits receipt no.'), credited] as const] : []),
      [i18n._('Seller'), invoice.seller],
      [i18n._('Purchase'), plan],
      [i18n._('Order'), orderNumberOf(invoice.attempt_id)],
      [i18n._('Buyer’s country'), place],
    ],
    sums: [
      ...(isNote || creditMinor === 0
        ? []
        : ([
            [i18n._('Price of the plan'), money(invoice.total_minor + creditMinor)],
            [i18n._('Credit from your previous plan'), `−${money(creditMinor)}`],
          ] as const)),
      [i18n._('Net amount'), money(invoice.total_minor - invoice.vat_minor)],
      [i18n._('VAT {rate}', { rate: rate(invoice.vat_per_mille) }), money(invoice.vat_minor)],
      [isNote ? i18n._('Total credited') : i18n._('Total paid'), money(invoice.total_minor)],
    ],
    ...(territory?.rates === null
      ? {
          notes: [
            i18n._('{territory} is outside the VAT area: no VAT is due on this sale.', {
              territory: territory.name,
            }),
          ],
        }
      : {}),
  }
}
