import { sql } from 'kysely'
import type { Executor } from '../../../platform/database.ts'
import { dayOf } from '../../../platform/day.ts'
import { dayOfRates, euroCents, type ReferenceRates } from './reference-rates.ts'
import table from './vat-rates.json' with { type: 'json' }

export interface Quarter {
  readonly year: number
  /** 1 to 4, by UTC dates. */
  readonly quarter: number
}

/** VAT that a company owes a country for a quarter: invoices less credit notes. */
export interface VatLine {
  readonly company: string
  /** The return in which it is declared: that of the one-stop shop, the company's own, or another country's. */
  readonly declaredIn: 'one-stop shop' | 'domestic' | 'elsewhere'
  /** The quarter of the sales: an earlier one if they were refunded in this one. */
  readonly sold: Quarter
  readonly country: string
  readonly vatPerMille: number
  readonly currency: string
  readonly invoices: number
  readonly creditNotes: number
  readonly totalMinor: number
  readonly vatMinor: number
  /** In cents, as the one-stop shop takes it; null in other returns, and where there is no rate. */
  readonly euro: { readonly net: number; readonly vat: number; readonly rateOf: string | null } | null
}

const endOf = ({ year, quarter }: Quarter): Date => new Date(Date.UTC(year, quarter * 3))

/**
 * The report by company, country and rate. Amounts of the one-stop shop are in euros at the ECB's rate of the last day
 * of the quarter in which the sale was, or of the next day with rates (implementing regulation 282/2011, article 61;
 * directive 2006/112/EC, article 369h).
 */
export async function vatReport(
  executor: Executor,
  { year, quarter }: Quarter,
  rates: ReferenceRates,
): Promise<readonly VatLine[]> {
  const { rows } = await sql<Row>`
    with documents as (
      select i.company, i.country, i.vat_per_mille, i.currency, i.kind, i.total_minor, i.vat_minor,
        case when s.issued_at < i.issued_at then s.issued_at else i.issued_at end at time zone 'UTC' as sold_at
      from invoices i left join invoices s on s.attempt_id = i.attempt_id and s.kind = 'invoice'
      where i.issued_at >= ${new Date(Date.UTC(year, (quarter - 1) * 3))} and i.issued_at < ${endOf({ year, quarter })})
    select company, country, vat_per_mille, currency,
      extract(year from sold_at)::int as year, extract(quarter from sold_at)::int as quarter,
      sum(case when kind = 'credit_note' then -total_minor else total_minor end) as total,
      sum(case when kind = 'credit_note' then -vat_minor else vat_minor end) as vat,
      count(*) filter (where kind = 'invoice') as invoices, count(*) filter (where kind = 'credit_note') as notes
    from documents
    group by 1, 2, 3, 4, 5, 6
    order by company, year desc, quarter desc, country, vat_per_mille, currency`.execute(executor)
  return rows.map((row) => {
    const sold = { year: row.year, quarter: row.quarter }
    const line = {
      company: row.company,
      declaredIn: returnFor(row.company, row.country),
      sold,
      country: row.country,
      vatPerMille: row.vat_per_mille,
      currency: row.currency,
      invoices: Number(row.invoices),
      creditNotes: Number(row.notes),
      totalMinor: Number(row.total),
      vatMinor: Number(row.vat),
    }
    return { ...line, euro: line.declaredIn === 'one-stop shop' ? inEuros(line, sold, rates) : null }
  })
}

interface Row {
  readonly company: string
  readonly country: string
  readonly vat_per_mille: number
  readonly currency: string
  readonly year: number
  readonly quarter: number
  readonly total: string
  readonly vat: string
  readonly invoices: string
  readonly notes: string
}

const union: ReadonlySet<string> = new Set(
  Object.keys(table.rates).filter((country) => !table.outsideUnion.includes(country)),
)

/** A VAT number begins with its country; that of Greece with EL. */
function returnFor(company: string, country: string): VatLine['declaredIn'] {
  const home = company.slice(0, 2).replace('EL', 'GR')
  if (home === country) return 'domestic'
  return union.has(country) ? 'one-stop shop' : 'elsewhere'
}

function inEuros(
  line: Pick<VatLine, 'currency' | 'totalMinor' | 'vatMinor'>,
  sold: Quarter,
  rates: ReferenceRates,
): VatLine['euro'] {
  const net = line.totalMinor - line.vatMinor
  if (line.currency === 'EUR') return { net, vat: line.vatMinor, rateOf: null }
  const day = dayOfRates(rates, lastDayOf(sold))
  const rate = day === null ? undefined : rates.get(day)?.[line.currency]
  if (rate === undefined) return null
  const inCents = (minor: number) => euroCents(minor, line.currency, rate)
  return { net: inCents(net), vat: inCents(line.vatMinor), rateOf: day }
}

/** As YYYY-MM-DD. */
export const lastDayOf = (quarter: Quarter): string => dayOf(new Date(endOf(quarter).getTime() - 1))
