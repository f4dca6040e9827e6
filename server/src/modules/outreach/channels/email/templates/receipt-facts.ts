import { orderNumberOf } from '@incontro/contract'
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
      ...row(i18n._('Purchase'), receipt.plan),
      ...row(i18n._('Messages'), receipt.messages ? number(receipt.messages) : null),
      ...row(i18n._('Price of the plan'), receipt.price === undefined ? null : money(receipt.price)),
      ...row(
        i18n._('Credit from your previous plan'),
        receipt.credit === undefined ? null : `−${money(receipt.credit)}`,
      ),
      ...row(i18n._('Total paid'), money(receipt.total)),
      ...row(i18n._('VAT {rate} included', { rate }), money(receipt.vat)),
      ...row(i18n._('Date'), writing.date(receipt.paidAt)),
      ...row(i18n._('Valid until'), receipt.periodEnd && writing.date(receipt.periodEnd)),
      ...row(i18n._('Card'), receipt.last4 && `•••• ${receipt.last4}`),
      ...row(i18n._('On your statement'), receipt.descriptor),
      ...row(i18n._('Receipt no.'), receipt.invoice ?? null),
      ...row(i18n._('Seller'), receipt.seller ?? null),
      ...row(i18n._('Order'), orderNumberOf(receipt.order)),
    ],
    notes:
      receipt.level === 0 ? [] : [...termNotes(receipt, context, writing), withdrawalNote(receipt, context, writing)],
  }
}

function termNotes(receipt: ReceiptProps, { i18n, brand }: EmailContext, writing: Writing): readonly string[] {
  const { periodStart: start, periodEnd: end, renews, noticeDays: days } = receipt
  if (end === null) return [i18n._('Paid once, no renewal. Messages don’t expire.')]
  const date = writing.date(end, 'on')
  if (!renews) return [i18n._('Doesn’t renew: it ends on {date}.', { date })]
  const total = writing.money(receipt.price ?? receipt.total, receipt.currency)
  const isShort = start !== null && isShorterThan(new Date(start), new Date(end), days, brand.timeZone)
  return [
    `${i18n._('Renewal')}: ${i18n._(
      'Renews automatically on {date} at {total}, until you cancel. We’ll email you {days, plural, one {# day} other {# days}} before each renewal; without that notice we won’t charge you.',
      { date, total, days },
    )}`,
    ...(isShort
      ? [
          i18n._(
            'The term is shorter than the notice of {days, plural, one {# day} other {# days}}: this email counts as notice of the next renewal.',
            { days },
          ),
        ]
      : []),
    i18n._(
      'Cancel in two clicks under Plan and purchases → Cancel the plan: it stays active until the end of the paid term.',
    ),
  ]
}

const withdrawalNote = (receipt: ReceiptProps, { brand, i18n }: EmailContext, writing: Writing): string =>
  `${i18n._('Changing your mind')}: ${i18n._(
    'You can withdraw until {date}, without giving a reason, under Plan and purchases or by writing to {email}. If you have used it already, we keep only the part used.',
    { date: writing.date(receipt.withdrawUntil, 'to'), email: brand.supportEmail },
  )}`
