import { taxWithin } from '@incontro/contract'
import { sql, type Insertable } from 'kysely'
import type { Executor, Tx } from '#platform/database/database.ts'
import type { Invoice as Row } from '#platform/database/database-types.ts'
import type { Attempt } from '../attempts/attempts.ts'
import { companyTimeZone, dayIn } from '#modules/calendar/index.ts'
import type { PayingBrand, PaymentDeps } from '../deps.ts'
import type { TaxPlace } from './tax-place.ts'
import { vatFor } from './vat.ts'

/** A printed number: year of issue, by the company's calendar, and position in the company's series. */
export const invoiceNumber = (one: { readonly kind: string; readonly year: number; readonly number: number }): string =>
  `${one.kind === 'credit_note' ? 'NC-' : ''}${one.year}-${String(one.number).padStart(6, '0')}`

/** Name, address and VAT number of the company that sells. */
export const sellerOf = ({ company: { name, address, vatNumber } }: Pick<PayingBrand, 'company'>): string =>
  `${name}, ${address}, ${vatNumber}`

export interface Invoice {
  readonly number: string
  /** Percent. */
  readonly vatRate: number
  readonly vatMinor: number
  /** Name, address and VAT number of the selling company. */
  readonly seller: string
}

/**
 * Inserts the invoice of an order that is being granted, for the place in which its member lives. Locks the company's
 * series, for which the next sale waits: call it last in the transaction.
 */
export async function issueInvoice(
  deps: Pick<PaymentDeps, 'brandOf' | 'clock'>,
  tx: Tx,
  attempt: Pick<Attempt, 'id' | 'brand_id' | 'member_id' | 'amount_minor' | 'currency'>,
  place: TaxPlace,
): Promise<Invoice> {
  const brand = deps.brandOf(attempt.brand_id)
  if (!brand) throw new Error(`no brand ${attempt.brand_id}`)
  const at = deps.clock()
  const { vatNumber } = brand.company
  const { rate: vatRate, territory } = vatFor(brand, place, at)
  const vatMinor = taxWithin(attempt.amount_minor, vatRate)
  const seller = sellerOf(brand)
  const number = await insertNumbered(tx, {
    company: vatNumber,
    kind: 'invoice',
    brand_id: attempt.brand_id,
    member_id: attempt.member_id,
    attempt_id: attempt.id,
    refund_id: null,
    country: place.country,
    territory: territory?.code ?? null,
    vat_per_mille: Math.round(vatRate * 10),
    total_minor: attempt.amount_minor,
    vat_minor: vatMinor,
    currency: attempt.currency,
    seller,
    issued_at: at,
  })
  return { number, vatRate, vatMinor, seller }
}

/**
 * Credits what of an invoice went back: one note for each refund, and one for the rest when a dispute is lost or the money did not come
 * after all (`refundId` null). Never more than the invoice. What was sold before there were invoices gets none. The caller holds the attempt's lock.
 * @param amountMinor null for all that is left
 */
export async function issueCreditNote(
  deps: Pick<PaymentDeps, 'clock'>,
  tx: Tx,
  attempt: Pick<Attempt, 'id' | 'member_id'>,
  { refundId, amountMinor }: { readonly refundId: string | null; readonly amountMinor: number | null },
): Promise<void> {
  const invoice = await invoiceOf(tx, attempt.id)
  if (!invoice) return
  const notes = await tx
    .selectFrom('invoices')
    .select(['refund_id', 'total_minor', 'vat_minor'])
    .where('attempt_id', '=', attempt.id)
    .where('kind', '=', sql.lit('credit_note'))
    .execute()
  if (notes.some((note) => note.refund_id === refundId)) return
  const credited = notes.reduce((sum, note) => sum + note.total_minor, 0)
  const creditedVat = notes.reduce((sum, note) => sum + note.vat_minor, 0)
  const total = Math.min(amountMinor ?? Infinity, invoice.total_minor - credited)
  if (total <= 0) return
  await insertNumbered(tx, {
    ...invoice,
    kind: 'credit_note',
    member_id: attempt.member_id,
    attempt_id: attempt.id,
    refund_id: refundId,
    total_minor: total,
    // Computed from the running total, so that the notes of a whole invoice add up to its tax.
    vat_minor: taxWithin(credited + total, invoice.vat_per_mille / 10) - creditedVat,
    issued_at: deps.clock(),
  })
}

const invoiceOf = (executor: Executor, attemptId: string) =>
  executor
    .selectFrom('invoices')
    .select(['company', 'brand_id', 'country', 'territory', 'vat_per_mille', 'total_minor', 'currency', 'seller'])
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', sql.lit('invoice'))
    .executeTakeFirst()

type Numbered = Omit<Insertable<Row>, 'year' | 'number' | 'kind' | 'issued_at'> & {
  readonly kind: 'invoice' | 'credit_note'
  readonly issued_at: Date
}

/** Inserts the row under the next number of its series, in one round trip; a rollback frees the number. */
async function insertNumbered(tx: Tx, row: Numbered): Promise<string> {
  const year = Number(dayIn(row.issued_at, companyTimeZone(row.company)).slice(0, 4))
  const { rows } = await sql<{ number: number }>`
    with taken as (
      insert into invoice_series as s (company, year, kind, last_number) values (${row.company}, ${year}, ${row.kind}, 1)
      on conflict (company, year, kind) do update set last_number = s.last_number + 1
      returning company, year, kind, last_number)
    insert into invoices (company, year, kind, number, brand_id, member_id, attempt_id, refund_id, country, territory,
      vat_per_mille,       total_minor, vat_minor, currency, seller, issued_at)
    select company, year, kind, last_number, ${row.brand_id}, ${row.member_id}, ${row.attempt_id}, ${row.refund_id},
      ${row.country}, ${row.territory ?? null}, ${row.vat_per_mille}, ${row.total_minor}, ${row.vat_minor}, ${row.currency}, ${row.seller},
      ${row.issued_at}
    from taken
    returning number`.execute(tx)
  const [inserted] = rows
  if (!inserted) throw new Error(`no number for the ${row.kind} of ${row.attempt_id}`)
  return invoiceNumber({ kind: row.kind, year, number: inserted.number })
}
