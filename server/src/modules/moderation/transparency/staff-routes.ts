import { adminRoutes, type AuditDetail } from '@incontro/contract/admin'
import type { RecordAudit } from '#modules/audit/index.ts'
import type { Brands } from '#modules/brands/index.ts'
import { companyTimeZone, dayAfter, startOfDay } from '#modules/calendar/index.ts'
import type { StaffPrincipal } from '#platform/caller.ts'
import type { Database } from '#platform/database/database.ts'
import type { Http } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { sendCsv } from '#platform/text/csv.ts'
import { figuresOf, type Period } from './figures.ts'
import { transparencyReport, yearAt, yearOf } from './report.ts'
import { statementColumns, statementsOf } from './statements.ts'

export interface TransparencyDeps {
  readonly db: Database
  readonly brands: Pick<Brands, 'byKey'>
  readonly record: RecordAudit
  readonly clock: () => Date
}

interface StaffCall {
  readonly site: { readonly brandId: string }
  readonly staff: StaffPrincipal
  readonly ip: string
}

/** The yearly report and the statements of reasons, for the console. */
export function transparencyRoutes(http: Http, deps: TransparencyDeps): void {
  const { db, clock } = deps

  http.bind(adminRoutes.transparency, async ({ site, query }) => {
    const brand = brandOf(deps, site.brandId)
    const year = query.year ?? yearAt(brand, clock())
    return { year, isDue: !brand.smallEnterprise, figures: await figuresOf(db, yearOf(brand, year)) }
  })

  http.bind(adminRoutes.transparencyCsv, async (call) => {
    const brand = brandOfDue(deps, call.site.brandId)
    const year = call.query.year ?? yearAt(brand, clock())
    const rows = await figuresOf(db, yearOf(brand, year))
    await recordExport(deps, call, { what: 'report', as: 'csv', year })
    return sendCsv(call.reply, `${brand.key}-transparency-${year}.csv`, {
      header: ['figure', 'by', 'value'],
      rows: rows.map(({ figure, by, value }) => [figure, by, value]),
    })
  })

  http.bind(adminRoutes.transparencyMarkdown, async (call) => {
    const brand = brandOfDue(deps, call.site.brandId)
    const year = call.query.year ?? yearAt(brand, clock())
    const { markdown } = await transparencyReport(db, brand, year)
    await recordExport(deps, call, { what: 'report', as: 'markdown', year })
    void call.reply
      .type('text/markdown; charset=utf-8')
      .header('content-disposition', `attachment; filename="${brand.key}-transparency-${year}.md"`)
      .header('cache-control', 'private, no-store')
    return markdown
  })

  http.bind(adminRoutes.statementsCsv, async (call) => {
    const brand = brandOfDue(deps, call.site.brandId)
    const { from, until } = call.query
    const zone = companyTimeZone(brand.company.vatNumber)
    const period: Period = {
      brandId: brand.key,
      from: startOfDay(from, zone),
      until: startOfDay(dayAfter(until, 1), zone),
    }
    await recordExport(deps, call, { what: 'statements', from, until })
    return sendCsv(call.reply, `${brand.key}-statements-${from}-${until}.csv`, {
      header: statementColumns,
      rows: statementsOf(db, period),
    })
  })
}

function brandOf({ brands }: TransparencyDeps, brandId: string) {
  const brand = brands.byKey(brandId)
  if (!brand) throw notFound()
  return brand
}

/** @throws Failure 409 `not_due` */
function brandOfDue(deps: TransparencyDeps, brandId: string) {
  const brand = brandOf(deps, brandId)
  if (brand.smallEnterprise)
    throw new Failure(409, 'not_due', {
      message: 'A micro or small enterprise does not publish it (articles 15(2), 19)',
    })
  return brand
}

const recordExport = (
  { db, record }: TransparencyDeps,
  { site, staff, ip }: StaffCall,
  detail: AuditDetail,
): Promise<void> =>
  db.transaction().execute((tx) =>
    record(tx, {
      brandId: site.brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'transparency_exported',
      subject: { kind: 'export', id: null },
      detail,
    }),
  )
