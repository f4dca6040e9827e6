import { minorOf, type Locale } from '@incontro/contract'
import { sql } from 'kysely'
import { attemptOf } from '../attempts/attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import { countryOf } from '../member-country.ts'
import { sellerOf } from '../invoices/issue.ts'
import { memberInvoices } from '../invoices/member-invoices.ts'
import { taxPlaceOf } from '../invoices/tax-place.ts'
import { vatFor } from '../invoices/vat.ts'
import { messagesFor } from '../messages-for.ts'
import { invoiceWords } from './invoice-words.ts'
import type { PaperWords } from './paper-words.ts'
import { noticeWords, type Notice } from './notice-words.ts'
import { renewalWords } from './renewal-words.ts'
import { withdrawalWords } from './withdrawal-words.ts'

export type DocumentDeps = Pick<PaymentDeps, 'db' | 'brandOf' | 'flows'>

/** The member and language of a document. */
export interface Reader {
  readonly memberId: string
  readonly brandId: string
  readonly locale: Locale
}

/** A PDF and its file name. */
export interface MemberDocument {
  readonly name: string
  readonly content: Buffer
}

/**
 * The member's invoice or credit note with this number; without a number, the order's invoice. Null if there is none.
 */
export async function invoiceDocument(
  deps: DocumentDeps,
  reader: Reader,
  order: { readonly reference: string; readonly number?: string },
): Promise<MemberDocument | null> {
  const invoices = await memberInvoices(deps.db, reader.memberId, [order.reference])
  const original = invoices.find(({ kind }) => kind === 'invoice')
  const invoice = order.number === undefined ? original : invoices.find((one) => one.number === order.number)
  const brand = deps.brandOf(reader.brandId)
  const attempt = invoice && (await attemptOf(deps.db, invoice.attempt_id))
  if (!invoice || !attempt || !brand) return null
  const { locale } = reader
  const credited = original?.number ?? null
  const words = invoiceWords(invoice, {
    title: brand.title,
    plan: attempt.plan.name[locale],
    credited,
    creditMinor: attempt.credit_minor,
    locale,
  })
  return documentOf(invoice.number, words)
}

/** The confirmation of the member's withdrawal from an order. */
export async function withdrawalDocument(
  deps: DocumentDeps,
  reader: Reader,
  reference: string,
): Promise<MemberDocument | null> {
  const brand = deps.brandOf(reader.brandId)
  const attempt = await attemptOf(deps.db, reference)
  if (!brand || attempt?.member_id !== reader.memberId) return null
  const refund = await deps.db
    .selectFrom('refunds')
    .select(['amount_minor', 'credits', 'created_at'])
    .where('attempt_id', '=', reference)
    .where('reason', '=', sql.lit('withdrawal'))
    .executeTakeFirst()
  if (!refund) return null
  const [invoice = null] = await memberInvoices(deps.db, reader.memberId, [reference])
  const { locale } = reader
  const words = withdrawalWords({
    attempt,
    refund,
    messages: messagesFor(deps, attempt, refund.credits),
    invoice,
    locale,
    country: await countryOf(deps.db, reader.memberId),
    seller: sellerOf(brand),
    title: brand.title,
  })
  return documentOf(reference, words)
}

/** What a reminder announced. */
export interface AnnouncedRenewal {
  readonly subscription: string
  readonly plan: string
  readonly totalMinor: number
  readonly currency: string
  readonly renewsAt: Date
  readonly sentAt: Date
}

/** A reminder that was sent to the member. */
export async function renewalDocument(
  deps: DocumentDeps,
  reader: Reader,
  renewal: AnnouncedRenewal,
): Promise<MemberDocument | null> {
  const brand = deps.brandOf(reader.brandId)
  if (!brand) return null
  const place = await taxPlaceOf(deps.db, reader.memberId)
  const { country } = place
  const { rate: vatRate } = vatFor(brand, place, renewal.sentAt)
  const { locale } = reader
  return documentOf(
    renewal.subscription,
    renewalWords({ ...renewal, vatRate, country, seller: sellerOf(brand), title: brand.title, locale }),
  )
}

/** Any other email about a plan or an order: a failed or cancelled renewal, the end of a plan, a dispute. */
export async function noticeDocument(
  deps: DocumentDeps,
  { memberId, brandId, locale }: Reader,
  notice: Notice,
  sentAt: Date,
): Promise<MemberDocument | null> {
  const brand = deps.brandOf(brandId)
  const { order, subscription } = notice.props as { readonly order?: string; readonly subscription?: string }
  const name = order ?? subscription
  if (!brand || name === undefined) return null
  const place = await taxPlaceOf(deps.db, memberId)
  const { country } = place
  // An order that was paid has the VAT of its invoice, wherever its member lives by now.
  const [invoice] = order === undefined ? [] : await memberInvoices(deps.db, memberId, [order])
  const vatRate = invoice ? invoice.vat_per_mille / 10 : vatFor(brand, place, sentAt).rate
  const totalMinor = minorOf(notice.props.total, notice.props.currency)
  return documentOf(name, noticeWords({ notice, sentAt, totalMinor, vatRate, brand, country, locale }))
}

/** Loaded on demand: the PDF library and its font parser take 10 MiB. */
async function documentOf(name: string, words: PaperWords): Promise<MemberDocument> {
  const { paperPdf } = await import('./paper-pdf.ts')
  return { name: `${name}.pdf`, content: await paperPdf(words) }
}
