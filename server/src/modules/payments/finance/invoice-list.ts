import type { adminRoutes, AuditDetail, InvoiceRow } from '@incontro/contract/admin'
import { type RawBuilder, sql } from 'kysely'
import { dayIn, endOfQuarter, type Quarter, startOfQuarter } from '#modules/calendar/index.ts'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { type CsvRow, sendCsv } from '#platform/text/csv.ts'
import { invoiceDocument } from '../documents/member-documents.ts'
import { invoiceNumber } from '../invoices/issue.ts'
import { type FinanceDeps, zoneOf } from './deps.ts'
import { orderAt } from './order-file.ts'

const pageSize = 50
/** Rows of a page that an export reads. */
const exportPage = 1000

/** The quarter that was named, or the one that runs, by the calendar of the company. */
export function quarterOf(
  deps: Pick<FinanceDeps, 'brandOf' | 'clock'>,
  brandId: string,
  { year, quarter }: { readonly year?: number | undefined; readonly quarter?: number | undefined },
): Quarter {
  const today = dayIn(deps.clock(), zoneOf(deps, brandId))
  return {
    year: year ?? Number(today.slice(0, 4)),
    quarter: quarter ?? Math.ceil(Number(today.slice(5, 7)) / 3),
  }
}

interface Row {
  readonly company: string
  readonly kind: 'invoice' | 'credit_note'
  readonly year: number
  readonly number: number
  readonly attempt_id: string
  readonly country: string
  readonly territory: string | null
  readonly vat_per_mille: number
  readonly total_minor: number
  readonly vat_minor: number
  readonly currency: string
  readonly issued_at: Date
}
/** What orders them: several may be issued in one moment. */
const key = sql`(issued_at, company, kind, year, number)`

async function read(
  db: Executor,
  where: RawBuilder<boolean>,
  { newestFirst, limit }: { readonly newestFirst: boolean; readonly limit: number },
): Promise<readonly Row[]> {
  const way = newestFirst ? sql`desc` : sql`asc`
  const { rows } = await sql<Row>`
    select company, kind, year, number, attempt_id, country, territory, vat_per_mille, total_minor, vat_minor, currency,
      issued_at
    from invoices where ${where}
    order by issued_at ${way}, company ${way}, kind ${way}, year ${way}, number ${way} limit ${sql.lit(limit)}`.execute(
    db,
  )
  return rows
}

const inQuarter = (deps: FinanceDeps, brandId: string, quarter: Quarter): RawBuilder<boolean> => {
  const zone = zoneOf(deps, brandId)
  return sql<boolean>`brand_id = ${brandId} and issued_at >= ${startOfQuarter(quarter, zone)}
    and issued_at < ${endOfQuarter(quarter, zone)}`
}

const keyOf = ({ company, kind, year, number }: Row): string => `${company}/${kind}/${year}/${number}`

export async function listInvoices(deps: FinanceDeps, { site: { brandId }, query }: Call<typeof adminRoutes.invoices>) {
  const quarter = quarterOf(deps, brandId, query)
  const search = query.search?.trim() ?? ''
  if (search !== '') return { ...quarter, documents: await numbered(deps.db, brandId, search), more: false }
  const [company = '', kind = '', year = '', number = ''] = query.afterKey?.split('/') ?? []
  const after =
    query.afterAt === undefined || query.afterKey === undefined
      ? sql``
      : sql`and ${key} < (${query.afterAt}::timestamptz, ${company}, ${kind}, ${Number(year)}::smallint, ${Number(number)}::int)`
  const rows = await read(deps.db, sql`${inQuarter(deps, brandId, quarter)} ${after}`, {
    newestFirst: true,
    limit: pageSize + 1,
  })
  return { ...quarter, documents: rows.slice(0, pageSize).map(documentView), more: rows.length > pageSize }
}

/** Those of the brand with a printed number: series are of companies, so there may be one of each. */
async function numbered(db: Executor, brandId: string, search: string): Promise<InvoiceRow[]> {
  const [, note, year, number] = /^(nc-)?(\d{4})-(\d{1,9})$/i.exec(search) ?? []
  if (year === undefined || number === undefined) return []
  const kind = note === undefined ? 'invoice' : 'credit_note'
  const companies = await db.selectFrom('invoice_series').select('company').distinct().execute()
  const rows = await read(
    db,
    sql`company = any(${companies.map(({ company }) => company)}) and year = ${Number(year)} and kind = ${kind}
      and number = ${Number(number)} and brand_id = ${brandId}`,
    { newestFirst: true, limit: pageSize },
  )
  return rows.map(documentView)
}

const documentView = (row: Row): InvoiceRow => ({
  company: row.company,
  kind: row.kind,
  number: invoiceNumber(row),
  order: row.attempt_id,
  at: row.issued_at.toISOString(),
  country: row.country,
  territory: row.territory,
  vatPerMille: row.vat_per_mille,
  totalMinor: row.total_minor,
  vatMinor: row.vat_minor,
  currency: row.currency,
  key: keyOf(row),
})

/** @throws Failure 403 `own_account`, 404 */
export async function sendInvoice(deps: FinanceDeps, call: Call<typeof adminRoutes.invoiceDocument>): Promise<unknown> {
  const attempt = await orderAt(deps, call)
  const locale = attempt.locale as Parameters<typeof invoiceDocument>[1]['locale']
  const reader = { memberId: attempt.member_id, brandId: attempt.brand_id, locale }
  const found = await invoiceDocument(deps, reader, { reference: attempt.id, number: call.params.number })
  if (!found) throw notFound()
  void call.reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${found.name}"`)
  return found.content
}

/** The quarter’s documents as CSV. The export is recorded. */
export async function exportInvoices(deps: FinanceDeps, call: Call<typeof adminRoutes.invoicesCsv>): Promise<unknown> {
  const { brandId } = call.site
  const quarter = quarterOf(deps, brandId, call.query)
  await recordExport(deps, call, { what: 'invoices', ...quarter })
  return sendCsv(call.reply, `${brandId}-invoices-${quarter.year}-q${quarter.quarter}.csv`, {
    header: [
      'number',
      'kind',
      'issued_at',
      'order',
      'company',
      'country',
      'territory',
      'vat_percent',
      'net',
      'vat',
      'total',
      'currency',
    ],
    rows: rowsOf(deps, brandId, quarter),
  })
}

/** By pages, so that neither the database nor the program holds them all. */
async function* rowsOf(deps: FinanceDeps, brandId: string, quarter: Quarter): AsyncGenerator<CsvRow> {
  const within = inQuarter(deps, brandId, quarter)
  let after = sql``
  for (;;) {
    const page = await read(deps.db, sql`${within} ${after}`, { newestFirst: false, limit: exportPage })
    for (const row of page) yield csvRow(row)
    const last = page.at(-1)
    if (!last || page.length < exportPage) return
    after = sql`and ${key} > (${last.issued_at}, ${last.company}, ${last.kind}, ${last.year}::smallint, ${last.number}::int)`
  }
}

function csvRow(row: Row): CsvRow {
  const amount = (minor: number) => ({ minor, currency: row.currency })
  return [
    invoiceNumber(row),
    row.kind,
    row.issued_at.toISOString(),
    row.attempt_id,
    row.company,
    row.country,
    row.territory,
    row.vat_per_mille / 10,
    amount(row.total_minor - row.vat_minor),
    amount(row.vat_minor),
    amount(row.total_minor),
    row.currency,
  ]
}

/** Records that rows of the brand leave as a file. */
export const recordExport = (
  deps: FinanceDeps,
  { site, staff, ip }: Pick<Call<typeof adminRoutes.vatCsv>, 'site' | 'staff' | 'ip'>,
  detail: AuditDetail,
): Promise<void> =>
  deps.db.transaction().execute((tx) =>
    deps.record(tx, {
      brandId: site.brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'money_exported',
      subject: { kind: 'export', id: null },
      detail,
    }),
  )
