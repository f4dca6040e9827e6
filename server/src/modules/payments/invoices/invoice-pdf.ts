import { fileURLToPath } from 'node:url'
import type { Locale } from '@incontro/contract'
import { type Font, open } from 'fontkit'
import PDFDocument from 'pdfkit'
import { dateForms, i18nFor } from '../../../platform/i18n.ts'
import { decimal } from '../money.ts'
import type { MemberInvoice } from './member-invoices.ts'

/** Noto Sans has the letters of every language in which a company may have its name; a PDF's own fonts have those of a few. */
async function openFont(face: string): Promise<Font> {
  const font = await open(
    fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${face}/NotoSans_${face}.ttf`)),
  )
  if (!('layout' in font)) throw new Error(`${face} is a collection of fonts`)
  return font
}
/**
 * A parsed font for one more document. It keeps each glyph with the letter it was first asked for, or none for a part of another: a
 * document that took those of an earlier one could be read, but not copied or read aloud. So they are dropped, the tables stay. pdfkit
 * takes a parsed font since 0.20; its types do not say so yet.
 */
const forDocument = (font: Font) => Object.assign(font, { _glyphs: {} }) as unknown as Buffer
/** Parsed once: its tables take longer to read than a page to write. */
let fonts: Promise<readonly [regular: Font, bold: Font]> | undefined

const margin = 56
const labelWidth = 150
const ink = '#1a1a1a'
const faint = '#5c5c5c'
const line = '#d4d4d4'

/** What the row of an invoice does not say. */
export interface InvoiceFacts {
  /** The brand's name. */
  readonly title: string
  /** What was bought, in the member's language. */
  readonly plan: string
  /** Of a credit note: the invoice's number. */
  readonly credited: string | null
  readonly locale: Locale
}

/** An invoice or credit note on one A4 page. Its days are UTC's, as its number is. */
export async function invoicePdf(invoice: MemberInvoice, facts: InvoiceFacts): Promise<Buffer> {
  fonts ??= Promise.all([openFont('400Regular'), openFont('600SemiBold')])
  const [regular, bold] = await fonts
  const { heading, rows, sums } = invoiceWords(invoice, facts)
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    lang: dateForms[facts.locale],
    displayTitle: true,
    info: { Title: heading, Author: facts.title, CreationDate: invoice.issued_at },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  pdf.registerFont('regular', forDocument(regular)).registerFont('bold', forDocument(bold))
  const width = pdf.page.width - 2 * margin
  const rule = () => {
    pdf
      .moveTo(margin, pdf.y)
      .lineTo(margin + width, pdf.y)
      .lineWidth(0.75)
      .stroke(line)
    pdf.y += 14
  }
  const pair = (label: string, value: string, font: 'regular' | 'bold', align: 'left' | 'right') => {
    const top = pdf.y
    pdf.font(font).fontSize(10.5)
    pdf.fillColor(font === 'bold' ? ink : faint).text(label, margin, top, { width: labelWidth })
    const below = pdf.y
    pdf.fillColor(ink).text(value, margin + labelWidth + 16, top, { width: width - labelWidth - 16, align })
    pdf.y = Math.max(pdf.y, below) + 8
  }
  pdf.font('bold').fontSize(12).fillColor(faint).text(facts.title, { width })
  pdf.moveDown(0.4).fontSize(20).fillColor(ink).text(heading, { width })
  pdf.moveDown(1)
  rule()
  for (const [label, value] of rows) pair(label, value, 'regular', 'left')
  pdf.y += 6
  rule()
  for (const [index, [label, value]] of sums.entries())
    pair(label, value, index === sums.length - 1 ? 'bold' : 'regular', 'right')
  pdf.end()
  return done
}

type Row = readonly [label: string, value: string]

function invoiceWords(
  invoice: MemberInvoice,
  { plan, credited, locale }: InvoiceFacts,
): { readonly heading: string; readonly rows: readonly Row[]; readonly sums: readonly Row[] } {
  const i18n = i18nFor(locale)
  const form = dateForms[locale]
  const isNote = invoice.kind === 'credit_note'
  const money = (minor: number) =>
    new Intl.NumberFormat(form, { style: 'currency', currency: invoice.currency }).format(Number(decimal(minor)))
  const rate = new Intl.NumberFormat(form, { style: 'percent', maximumFractionDigits: 1 }).format(
    invoice.vat_per_mille / 1000,
  )
  const day = new Intl.DateTimeFormat(form, { dateStyle: 'long', timeZone: 'UTC' }).format(invoice.issued_at)
  const country = new Intl.DisplayNames(form, { type: 'region' }).of(invoice.country) ?? invoice.country
  return {
    heading: `${isNote ? i18n._('Nota di credito n.') : i18n._('Ricevuta n.')} ${invoice.number}`,
    rows: [
      [i18n._('Data'), day],
      ...(isNote && credited !== null ? [[i18n._('Storna la ricevuta n.'), credited] as const] : []),
      [i18n._('Venditore'), invoice.seller],
      [i18n._('Acquisto'), plan],
      [i18n._('Ordine'), invoice.attempt_id],
      [i18n._('Paese di chi acquista'), country],
    ],
    sums: [
      [i18n._('Imponibile'), money(invoice.total_minor - invoice.vat_minor)],
      [i18n._('IVA {rate}', { rate }), money(invoice.vat_minor)],
      [isNote ? i18n._('Totale accreditato') : i18n._('Totale pagato'), money(invoice.total_minor)],
    ],
  }
}
