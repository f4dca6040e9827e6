import { sql } from 'kysely'
import type { Executor } from '../../../platform/database.ts'

/** VAT that a company owes a country for a quarter: invoices less credit notes. */
export interface VatLine {
  readonly company: string
  readonly country: string
  readonly vatPerMille: number
  readonly currency: string
  readonly invoices: number
  readonly creditNotes: number
  readonly totalMinor: number
  readonly vatMinor: number
}

/** The report by company, country and rate, for the one-stop shop. @param quarter 1 to 4, by UTC dates */
export async function vatReport(executor: Executor, year: number, quarter: number): Promise<readonly VatLine[]> {
  const since = new Date(Date.UTC(year, (quarter - 1) * 3))
  const until = new Date(Date.UTC(year, quarter * 3))
  const signed = (column: 'total_minor' | 'vat_minor') =>
    sql<string>`sum(case when kind = 'credit_note' then -${sql.ref(column)} else ${sql.ref(column)} end)`
  const rows = await executor
    .selectFrom('invoices')
    .select(['company', 'country', 'vat_per_mille', 'currency'])
    .select([signed('total_minor').as('total'), signed('vat_minor').as('vat')])
    .select([
      sql<string>`count(*) filter (where kind = 'invoice')`.as('invoices'),
      sql<string>`count(*) filter (where kind = 'credit_note')`.as('notes'),
    ])
    .where('issued_at', '>=', since)
    .where('issued_at', '<', until)
    .groupBy(['company', 'country', 'vat_per_mille', 'currency'])
    .orderBy('company')
    .orderBy('country')
    .orderBy('vat_per_mille')
    .orderBy('currency')
    .execute()
  return rows.map((row) => ({
    company: row.company,
    country: row.country,
    vatPerMille: row.vat_per_mille,
    currency: row.currency,
    invoices: Number(row.invoices),
    creditNotes: Number(row.notes),
    totalMinor: Number(row.total),
    vatMinor: Number(row.vat),
  }))
}
