import { fileURLToPath } from 'node:url'
import { type Font, open } from 'fontkit'
import PDFDocument from 'pdfkit'
import { dateForms } from '#platform/text/i18n.ts'
import type { PaperWords } from './paper-words.ts'

/** Noto Sans covers the letters of all European company names; a PDF's built-in fonts do not. */
async function openFont(face: string): Promise<Font> {
  const font = await open(
    fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${face}/NotoSans_${face}.ttf`)),
  )
  if (!('layout' in font)) throw new Error(`${face} is a collection of fonts`)
  return font
}
/**
 * Copies a parsed font for one document. A font remembers for each glyph the letter it was first used for: reused, text
 * of later documents could not be copied or read aloud correctly. pdfkit accepts parsed fonts since 0.20, though its
 * types do not say so.
 */
const forDocument = (font: Font) => Object.assign(font, { _glyphs: {} }) as unknown as Buffer
/** Parsed once, which takes longer than rendering a page. */
let fonts: Promise<readonly [regular: Font, bold: Font]> | undefined

const margin = 56
const labelWidth = 150
const ink = '#1a1a1a'
const faint = '#5c5c5c'
const line = '#d4d4d4'

/** Heading, facts and sums on one A4 page. */
export async function paperPdf({ title, heading, rows, sums, notes = [], locale, at }: PaperWords): Promise<Buffer> {
  fonts ??= Promise.all([openFont('400Regular'), openFont('600SemiBold')])
  const [regular, bold] = await fonts
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    lang: dateForms[locale],
    displayTitle: true,
    info: { Title: heading, Author: title, CreationDate: at },
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
  pdf.font('bold').fontSize(12).fillColor(faint).text(title, { width })
  pdf.moveDown(0.4).fontSize(20).fillColor(ink).text(heading, { width })
  pdf.moveDown(1)
  rule()
  for (const [label, value] of rows) pair(label, value, 'regular', 'left')
  pdf.y += 6
  rule()
  for (const [index, [label, value]] of sums.entries())
    pair(label, value, index === sums.length - 1 ? 'bold' : 'regular', 'right')
  if (notes.length > 0) pdf.y += 10
  for (const note of notes)
    pdf
      .font('regular')
      .fontSize(10)
      .fillColor(faint)
      .text(note, margin, pdf.y + 4, { width })
  pdf.end()
  return done
}
