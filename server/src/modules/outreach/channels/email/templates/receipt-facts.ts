import type { Locale } from '@incontro/contract'
import type { ReceiptProps } from '../email.ts'
import type { EmailBrand } from '../email-brand.ts'
import type { EmailTexts } from './texts.ts'

export const regions: Readonly<Record<Locale, string>> = { it: 'it-IT', es: 'es-ES', fr: 'fr-FR', en: 'en-GB' }
const dayMs = 86_400_000

/** The rows and the notes of a receipt in one language, money and dates as that language writes them. */
export function receiptFacts(input: { brand: EmailBrand; locale: Locale; texts: EmailTexts; receipt: ReceiptProps }): {
  readonly rows: readonly (readonly [label: string, value: string])[]
  readonly notes: readonly string[]
} {
  const {
    brand,
    receipt,
    texts: { receipt: words },
  } = input
  const region = regions[input.locale]
  const money = (decimal: string) =>
    new Intl.NumberFormat(region, { style: 'currency', currency: receipt.currency }).format(Number(decimal))
  const date = (iso: string) =>
    new Intl.DateTimeFormat(region, { dateStyle: 'long', timeZone: brand.timeZone }).format(new Date(iso))
  const rate = new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 1 }).format(
    receipt.vatRate / 100,
  )
  const row = (label: string, value: string | null) => (value === null ? [] : [[label, value] as const])
  return {
    rows: [
      ...row(words.plan, receipt.plan),
      ...row(words.credits, receipt.credits === 0 ? null : new Intl.NumberFormat(region).format(receipt.credits)),
      ...row(words.total, money(receipt.total)),
      ...row(words.vat(rate), money(receipt.vat)),
      ...row(words.paidAt, date(receipt.paidAt)),
      ...row(words.validUntil, receipt.periodEnd && date(receipt.periodEnd)),
      ...row(words.card, receipt.last4 && `•••• ${receipt.last4}`),
      ...row(words.statement, receipt.descriptor),
      ...row(words.order, receipt.order),
    ],
    notes: [
      ...termNotes(receipt),
      ...(receipt.level === 0
        ? []
        : [`${words.withdrawal}: ${words.withdraw(date(receipt.withdrawUntil), brand.supportEmail)}`]),
    ],
  }

  function termNotes({
    periodStart: start,
    periodEnd: end,
    renews,
    noticeDays,
    total,
  }: ReceiptProps): readonly string[] {
    if (receipt.level === 0) return []
    if (end === null) return [words.once]
    if (!renews) return [words.ends(date(end))]
    const short = start !== null && Date.parse(end) - Date.parse(start) < noticeDays * dayMs
    return [
      `${words.renewal}: ${words.renews(date(end), money(total), noticeDays)}`,
      ...(short ? [words.shortTerm(noticeDays)] : []),
      words.cancel,
    ]
  }
}
