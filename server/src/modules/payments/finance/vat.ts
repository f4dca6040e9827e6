import type { adminRoutes, VatRow } from '@incontro/contract/admin'
import type { Call } from '#platform/http/bind.ts'
import { sendCsv } from '#platform/text/csv.ts'
import { vatReport } from '../invoices/vat-report.ts'
import type { FinanceDeps } from './deps.ts'
import { quarterOf, recordExport } from './invoice-list.ts'

/** The brand’s part of its company’s VAT, in the currencies in which it was paid. */
export async function vatOf(deps: FinanceDeps, { site: { brandId }, query }: Call<typeof adminRoutes.vat>) {
  const quarter = quarterOf(deps, brandId, query)
  const lines = await vatReport(deps.db, quarter, new Map(), brandId)
  return { ...quarter, lines: lines.map(({ euro: _euro, ...line }): VatRow => line) }
}

/** The same as CSV. The export is recorded. */
export async function exportVat(deps: FinanceDeps, call: Call<typeof adminRoutes.vatCsv>): Promise<unknown> {
  const { lines, ...quarter } = await vatOf(deps, call)
  await recordExport(deps, call, { what: 'vat', ...quarter })
  return sendCsv(call.reply, `${call.site.brandId}-vat-${quarter.year}-q${quarter.quarter}.csv`, {
    header: [
      'company',
      'return',
      'sold_in',
      'country',
      'territory',
      'vat_percent',
      'currency',
      'invoices',
      'credit_notes',
      'net',
      'vat',
      'total',
    ],
    rows: lines.map((line) => {
      const amount = (minor: number) => ({ minor, currency: line.currency })
      return [
        line.company,
        line.declaredIn,
        `${line.sold.year}-Q${line.sold.quarter}`,
        line.country,
        line.territory,
        line.vatPerMille / 10,
        line.currency,
        line.invoices,
        line.creditNotes,
        amount(line.totalMinor - line.vatMinor),
        amount(line.vatMinor),
        amount(line.totalMinor),
      ]
    }),
  })
}
