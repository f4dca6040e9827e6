import { dateForms } from '#platform/text/i18n.ts'
import type { ReceiptProps } from '../email.ts'
import { isShorterThan } from '#modules/calendar/index.ts'
import { type EmailContext, type Writing, writingOf } from './email-words.ts'

/** The rows and notes of a receipt in one language, with money and dates formatted for it. */
export function receiptFacts(
  receipt: ReceiptProps,
  context: EmailContext,
): {
  readonly rows: readonly (readonly [label: string, value: string])[]
  readonly notes: readonly string[]
} {
  const { brand, locale, i18n } = context
  const writing = writingOf(brand, locale)
  const money = (decimal: string) => writing.money(decimal, receipt.currency)
  const number = (value: number, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(dateForms[locale], options).format(value)
  const rate = number(receipt.vatRate / 100, { style: 'percent', maximumFractionDigits: 1 })
  const row = (label: string, value: string | null) => (value === null ? [] : [[label, value] as const])
  return {
    rows: [
      ...row(i18n._('Acquisto'), receipt.plan),
      ...row(i18n._('Crediti'), receipt.credits === 0 ? null : number(receipt.credits)),
      ...row(i18n._('Prezzo del piano'), receipt.price === undefined ? null : money(receipt.price)),
      ...row(i18n._('Credito dal piano di prima'), receipt.credit === undefined ? null : `−${money(receipt.credit)}`),
      ...row(i18n._('Totale pagato'), money(receipt.total)),
      ...row(i18n._('IVA {rate} compresa', { rate }), money(receipt.vat)),
      ...row(i18n._('Data'), writing.date(receipt.paidAt)),
      ...row(i18n._('Fine del periodo'), receipt.periodEnd && writing.date(receipt.periodEnd)),
      ...row(i18n._('Carta'), receipt.last4 && `•••• ${receipt.last4}`),
      ...row(i18n._('Sull’estratto conto'), receipt.descriptor),
      ...row(i18n._('Ricevuta n.'), receipt.invoice ?? null),
      ...row(i18n._('Venditore'), receipt.seller ?? null),
      ...row(i18n._('Ordine'), receipt.order),
    ],
    notes:
      receipt.level === 0 ? [] : [...termNotes(receipt, context, writing), withdrawalNote(receipt, context, writing)],
  }
}

function termNotes(receipt: ReceiptProps, { i18n, brand }: EmailContext, writing: Writing): readonly string[] {
  const { periodStart: start, periodEnd: end, renews, noticeDays: days } = receipt
  if (end === null) return [i18n._('Pagamento unico, nessun rinnovo. I crediti non scadono.')]
  const date = writing.date(end, 'on')
  if (!renews) return [i18n._('Non si rinnova: finisce da solo {date}.', { date })]
  const total = writing.money(receipt.price ?? receipt.total, receipt.currency)
  const isShort = start !== null && isShorterThan(new Date(start), new Date(end), days, brand.timeZone)
  return [
    `${i18n._('Rinnovo')}: ${i18n._(
      'Si rinnova automaticamente {date} a {total}, finché non lo disdici. Ti scriviamo {days, plural, one {# giorno} other {# giorni}} prima di ogni rinnovo; senza avviso non addebitiamo.',
      { date, total, days },
    )}`,
    ...(isShort
      ? [
          i18n._(
            'La durata è più breve del preavviso di {days, plural, one {# giorno} other {# giorni}}: questa email vale come avviso del prossimo rinnovo.',
            { days },
          ),
        ]
      : []),
    i18n._(
      'Disdici in due clic da Piano e acquisti → Disdici il piano: resta attivo fino alla fine del periodo pagato.',
    ),
  ]
}

const withdrawalNote = (receipt: ReceiptProps, { brand, i18n }: EmailContext, writing: Writing): string =>
  `${i18n._('Ripensamento')}: ${i18n._(
    'Puoi recedere fino {date}, senza dare spiegazioni, da Piano e acquisti o scrivendo a {email}. Se lo hai già usato, tratteniamo solo la parte usata.',
    { date: writing.date(receipt.withdrawUntil, 'to'), email: brand.supportEmail },
  )}`
