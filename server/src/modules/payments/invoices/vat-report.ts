import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { addDays, companyTimeZone, endOfQuarter, startOfQuarter, type Quarter } from '#modules/calendar/index.ts'
import { territoryByCode } from './tax-place.ts'
import { dayOfRates, euroCents, type ReferenceRates } from './reference-rates.ts'
import table from './vat-rates.json' with { type: 'json' }

/** VAT that a company owes a country for a quarter: invoices less credit notes. */
export interface VatLine {
  readonly company: string
  /**
   * The return in which it is declared: that of the one-stop shop, the company's own, or another country's. Of a territory
   * outside the area of its country's VAT, none of them.
   */
  readonly declaredIn: 'one-stop shop' | 'domestic' | 'elsewhere' | 'outside the VAT area'
  /** The quarter of the sales: an earlier one if they were refunded in this one. */
  readonly sold: Quarter
  readonly country: string
  /** The part of the country that has a VAT of its own, or none (`territories.json`). */
  readonly territory: string | null
  readonly vatPerMille: number
  readonly currency: string
  readonly invoices: number
  readonly creditNotes: number
  readonly totalMinor: number
  readonly vatMinor: number
  /** In cents, as the one-stop shop takes it; null in other returns, and where there is no rate. */
  readonly euro: { readonly net: number; readonly vat: number; readonly rateOf: string | null } | null
}

/**
 * The report by company, country and rate. Amounts of the one-stop shop are in euros at the ECB's rate of the last day
 * of the quarter in which the sale was, or of the next day with rates (implementing regulation 282/2011, article 61;
 * directive 2006/112/EC, article 369h). Quarters are those of each company's calendar.
 *
 * @param brandId only what this brand sold: a part of the company's, if it has several
 */
export async function vatReport(
  executor: Executor,
  quarter: Quarter,
  rates: ReferenceRates,
  brandId?: string,
): Promise<readonly VatLine[]> {
  const companies = await executor
    .selectFrom('invoices')
    .select('company')
    .distinct()
    // Whatever the zone, its quarter is within these.
    .where('issued_at', '>', addDays(startOfQuarter(quarter, 'UTC'), -1, 'UTC'))
    .where('issued_at', '<', addDays(endOfQuarter(quarter, 'UTC'), 1, 'UTC'))
    .execute()
  const byZone = Map.groupBy(
    companies.map(({ company }) => company),
    companyTimeZone,
  )
  const lines: VatLine[] = []
  for (const [timeZone, of] of byZone)
    lines.push(...(await linesOf(executor, quarter, rates, { timeZone, of, brandId })))
  return lines.toSorted((one, other) => (one.company < other.company ? -1 : Number(one.company > other.company)))
}

/** The lines of the companies of one time zone. */
async function linesOf(
  executor: Executor,
  quarter: Quarter,
  rates: ReferenceRates,
  {
    timeZone,
    of,
    brandId,
  }: { readonly timeZone: string; readonly of: readonly string[]; readonly brandId: string | undefined },
): Promise<readonly VatLine[]> {
  const { rows } = await sql<Row>`
    with documents as (
      select i.company, i.country, i.territory, i.vat_per_mille, i.currency, i.kind, i.total_minor, i.vat_minor,
        case when s.issued_at < i.issued_at then s.issued_at else i.issued_at end at time zone ${timeZone} as sold_at
      from invoices i left join invoices s on s.attempt_id = i.attempt_id and s.kind = 'invoice'
      where i.issued_at >= ${startOfQuarter(quarter, timeZone)} and i.issued_at < ${endOfQuarter(quarter, timeZone)}
        and i.company = any(${[...of]}::text[]) ${brandId === undefined ? sql`` : sql`and i.brand_id = ${brandId}`})
    select company, country, territory, vat_per_mille, currency,
      extract(year from sold_at)::int as year, extract(quarter from sold_at)::int as quarter,
      sum(case when kind = 'credit_note' then -total_minor else total_minor end) as total,
      sum(case when kind = 'credit_note' then -vat_minor else vat_minor end) as vat,
      count(*) filter (where kind = 'invoice') as invoices, count(*) filter (where kind = 'credit_note') as notes
    from documents
    group by 1, 2, 3, 4, 5, 6, 7
    order by company, year desc, quarter desc, country, territory nulls first, vat_per_mille, currency`.execute(
    executor,
  )
  return rows.map((row) => {
    const sold = { year: row.year, quarter: row.quarter }
    const line = {
      company: row.company,
      declaredIn: returnFor(row),
      sold,
      country: row.country,
      territory: row.territory,
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
  readonly territory: string | null
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
function returnFor({ company, country, territory }: Row): VatLine['declaredIn'] {
  if (territory !== null && territoryByCode(territory)?.rates === null) return 'outside the VAT area'
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
export const lastDayOf = ({ year, quarter }: Quarter): string =>
  new Date(Date.UTC(year, quarter * 3, 0)).toISOString().slice(0, 10)
