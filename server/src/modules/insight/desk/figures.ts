import { adminRoutes, type AuditDetail, figureNames } from '@incontro/contract/admin'
import type { RecordAudit } from '#modules/audit/index.ts'
import { dayAfter } from '#modules/calendar/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import type { Module } from '#platform/module.ts'
import { type CsvRow, sendCsv } from '#platform/text/csv.ts'
import { compareFlows } from '../comparison/compare-flows.ts'
import type { CountedBrand } from '../rollups/count-days.ts'
import { cohorts, rowsOf } from '../rollups/report.ts'
import { isOfSignUps } from '../rollups/sources.ts'
import { balance, divided, lastCounted, type Point, regionNames, series } from '../rollups/slices.ts'

export interface FiguresDeps {
  readonly db: Database
  readonly brandOf: (brandId: string) => CountedBrand | undefined
  readonly flows: Pick<Flows, 'comparisons'>
  readonly clock: () => Date
  readonly record: RecordAudit
  /** In a demo. */
  readonly countsSamples: boolean
}

type Read = Pick<Call<typeof adminRoutes.figures>, 'site' | 'query'>

const bad = (field: string, message: string): Failure => new Failure(400, 'bad_period', { field, message })

/** Two years and a leap day. */
const mostDays = 732

/** Days that figures may be asked for. @throws Failure 400 `bad_period` */
export function periodAsked(brandId: string, { from, to }: { readonly from: string; readonly to: string }) {
  if (to < from || to > dayAfter(from, mostDays - 1))
    throw bad('to', 'not before `from`, and two years after it at most')
  return { brandId, from, to }
}

/** @throws Failure 400 for a figure that does not exist */
function metricsOf(text: string): readonly string[] {
  const names: readonly string[] = figureNames
  const metrics = [...new Set(text.split(','))]
  if (!metrics.every((name) => names.includes(name))) throw bad('metrics', `some of ${names.join(', ')}`)
  return metrics
}

/** @returns `more`: there are values that are not among them */
async function pointsOf(
  db: Database,
  { site: { brandId }, query }: Read,
): Promise<{ readonly points: readonly Point[]; readonly more: boolean }> {
  const asked = periodAsked(brandId, query)
  const metrics = metricsOf(query.metrics)
  const { by, of, value, step = 'day' } = query
  if (by !== undefined && of !== undefined) throw bad('by', 'not together with `of`')
  if (by !== undefined) return divided(db, asked, metrics, by)
  const narrowed = of !== undefined && { narrowed: { of, value: value ?? '' } }
  return { points: await series(db, asked, metrics, { step, ...narrowed }), more: false }
}

/** The figures of the console: read from what was counted, never from the rows of members. */
export function createFigures(deps: FiguresDeps): Module {
  const { db } = deps
  const record = (
    { site, staff, ip }: Pick<Call<typeof adminRoutes.figuresCsv>, 'site' | 'staff' | 'ip'>,
    action: 'figures_exported' | 'figure_rows_read',
    detail: AuditDetail,
  ): Promise<void> =>
    db.transaction().execute((tx) =>
      deps.record(tx, {
        brandId: site.brandId,
        by: { staffId: staff.staffId, address: ip },
        action,
        subject: { kind: 'export', id: null },
        detail,
      }),
    )
  const counted = (brandId: string): CountedBrand => {
    const brand = deps.brandOf(brandId)
    if (!brand) throw new Error(`no brand ${brandId}`)
    return brand
  }
  return {
    routes(http) {
      http.bind(adminRoutes.figures, async (call) => {
        const { points, more } = await pointsOf(db, call)
        const names = call.query.by === 'region' ? await regionNames(db, [...new Set(points.map(({ at }) => at))]) : []
        return {
          points: [...points],
          more,
          names: Object.fromEntries(names),
          countedAt: await lastCounted(db, call.site.brandId),
        }
      })
      http.bind(adminRoutes.figuresCsv, async (call) => {
        const { points } = await pointsOf(db, call)
        const { brandId } = call.site
        const { from, to, by, step = 'day' } = call.query
        await record(call, 'figures_exported', { ...call.query })
        return sendCsv(call.reply, `${brandId}-figures-${from}-${to}.csv`, {
          header: ['figure', by ?? step, 'count', 'amount', 'currency'],
          rows: points.map(csvRow),
        })
      })
      http.bind(adminRoutes.figureBalance, async ({ site, query }) => {
        const { day, regions } = await balance(db, periodAsked(site.brandId, query))
        return { day, regions: [...regions] }
      })
      http.bind(adminRoutes.figureCohorts, async ({ site, query }) => ({
        cohorts: [...(await cohorts(db, periodAsked(site.brandId, query)))],
      }))
      http.bind(adminRoutes.figureFlows, async ({ site, query }) => {
        const brand = counted(site.brandId)
        const asked = { aim: query.aim, difference: Number(query.points) / 100, now: deps.clock() }
        const compared = deps.flows.comparisons(site.brandId)
        return { comparisons: await Promise.all(compared.map((one) => compareFlows(db, brand, one, asked))) }
      })
      http.bind(adminRoutes.figureRows, async (call) => {
        const { site, query } = call
        const { day, metric, to = day, flow } = query
        if (to !== day && !isOfSignUps(metric)) throw bad('to', 'only for figures of sign-ups')
        const { from } = periodAsked(site.brandId, { from: day, to })
        const samples = deps.countsSamples
        const rows = await rowsOf(db, counted(site.brandId), { metric, from, to, flow, samples })
        await record(call, 'figure_rows_read', { ...query, rows: rows.length })
        return {
          rows: rows.map((row) => ({
            id: row.key,
            count: Number(row.n),
            flow: row.flow_id,
            source: row.source,
            campaign: row.campid,
            country: row.country,
            currency: row.currency,
            amountMinor: Number(row.amount_minor),
          })),
        }
      })
    },
  }
}

const csvRow = ({ metric, at, count, amountMinor, currency }: Point): CsvRow => [
  metric,
  at,
  count,
  currency === '' ? null : { minor: amountMinor, currency },
  currency,
]
