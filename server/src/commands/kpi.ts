import { userInfo } from 'node:os'
import { decimal } from '@incontro/contract'
import { parseArgs } from 'node:util'
import {
  cohorts,
  dimensions,
  figures,
  funnel,
  funnelSteps,
  rowsOf,
  type Asked,
  type Dimension,
} from '#modules/insight/index.ts'
import type { Brands } from '#modules/brands/index.ts'
import { companyTimeZone, dayAfter, dayIn } from '#modules/calendar/index.ts'
import type { Database } from '#platform/database/database.ts'
import { dayOf } from '#platform/day.ts'
import { type CommandResult, refused } from './command-result.ts'
import { runOnBrand } from './on-databases.ts'
import { recordShown } from './record-shown.ts'

const usage = `npm run kpi -- report  --brand KEY [--from DAY] [--to DAY] [--by ${dimensions.join('|')}] [--csv|--json]
npm run kpi -- funnel  --brand KEY [--from DAY] [--to DAY] [--csv|--json]   how far those came who signed up on each day
npm run kpi -- cohorts --brand KEY [--from DAY] [--to DAY] [--csv|--json]   weeks of sign-ups: who was there, and paid, in each week after
npm run kpi -- rows    --brand KEY --day DAY --metric NAME [--csv|--json]   the rows that a figure counts

Days are those of the brand's company, as in 2026-11-28; without them, the last 28. Today is counted once an hour, the days before it every
night until they are 35 days old. Figures name no one; \`rows\` lists ids.`

export interface KpiDeps {
  readonly db: Database
  readonly brands: { readonly list: readonly Pick<Brands['list'][number], 'key' | 'company'>[] }
  readonly clock: () => Date
  readonly user: string
}

type Table = readonly (readonly (string | number)[])[]

/** The operators' figures, until there are charts. */
export async function kpi(args: readonly string[], deps: KpiDeps): Promise<CommandResult> {
  const { db, brands, clock } = deps
  const asked = parse(args)
  if (typeof asked === 'string') return refused(asked, usage)
  const { verb, by, day, metric, csv = false, json = false } = asked
  const tableOf =
    verb === undefined ? undefined : { report, funnel: funnelTable, cohorts: cohortTable, rows: rowTable }[verb]
  if (!tableOf) return refused('What to do: report, funnel, cohorts or rows', usage)
  const brand = brands.list.find(({ key }) => key === asked.brand)
  if (!brand) return refused(`--brand: one of ${brands.list.map(({ key }) => key).join(', ')}`)
  if (csv && json) return refused('--csv or --json', usage)
  if (by !== undefined && !isDimension(by)) return refused(`--by: one of ${dimensions.join(', ')}`)
  const today = dayIn(clock(), companyTimeZone(brand.company.vatNumber))
  const { from = dayAfter(today, -27), to = today } = asked
  for (const [name, value] of [
    ['from', from],
    ['to', to],
    ['day', day ?? to],
  ] as const)
    if (!isDay(value)) return refused(`--${name}: a day as in ${today}`)
  if (verb === 'rows' && (day === undefined || metric === undefined))
    return refused('rows: --day DAY --metric NAME', usage)
  const period = { brandId: brand.key, from, to }
  const table = await tableOf({ db, brand, period, by, day: day ?? to, metric: metric ?? '' })
  // The header is no row.
  if (verb === 'rows') await recordShown(deps, { brandId: brand.key, what: 'kpi rows', count: table.length - 1 })
  return { ok: true, lines: csv ? await csvLines(table) : json ? jsonLines(table) : aligned(table) }
}

interface Question {
  readonly db: Database
  readonly brand: KpiDeps['brands']['list'][number]
  readonly period: Asked
  readonly by: Dimension | undefined
  readonly day: string
  readonly metric: string
}

const isDimension = (text: string): text is Dimension => dimensions.some((one) => one === text)
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(new Date(text)) === text

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        brand: text,
        from: text,
        to: text,
        by: text,
        day: text,
        metric: text,
        csv: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    })
    const [verb] = positionals
    return { verb: positionals.length === 1 && isVerb(verb) ? verb : undefined, ...values }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const isVerb = (text: string | undefined): text is 'report' | 'funnel' | 'cohorts' | 'rows' =>
  text !== undefined && ['report', 'funnel', 'cohorts', 'rows'].includes(text)

const money = (minor: number, currency: string): string => (currency === '' ? '' : decimal(minor, currency))

async function report({ db, period, by }: Question): Promise<Table> {
  const rows = await figures(db, period, by)
  return [
    ['figure', ...(by === undefined ? [] : [by]), 'count', 'amount', 'currency'],
    ...rows.map((row) => [
      row.metric,
      ...(by === undefined ? [] : [row.by]),
      row.count,
      money(row.amountMinor, row.currency),
      row.currency,
    ]),
  ]
}

async function funnelTable({ db, period }: Question): Promise<Table> {
  const days = await funnel(db, period)
  return [
    ['day', ...funnelSteps.flatMap((step, n) => (n === 0 ? [step] : [step, `${step} %`]))],
    ...days.map(({ day, reached }) => [
      day,
      ...reached.flatMap((count, n) => (n === 0 ? [count] : [count, percent(count, reached[0] ?? 0)])),
    ]),
  ]
}

const percent = (part: number, whole: number): string => (whole === 0 ? '' : ((part / whole) * 100).toFixed(1))

async function cohortTable({ db, period }: Question): Promise<Table> {
  const rows = await cohorts(db, period)
  return [
    ['week', 'figure', 'week after', 'members', 'amount', 'currency'],
    ...rows.map((row) => [
      row.week,
      row.metric,
      row.age,
      row.count,
      money(row.amountMinor, row.currency),
      row.currency,
    ]),
  ]
}

async function rowTable({ db, brand, day, metric }: Question): Promise<Table> {
  const rows = await rowsOf(db, brand, { metric, from: day, to: day })
  return [
    ['id', 'n', 'flow', 'source', 'campaign', 'country', 'amount', 'currency'],
    ...rows.map((row) => [
      row.key,
      row.n,
      row.flow_id,
      row.source,
      row.campid,
      row.country,
      money(row.amount_minor, row.currency),
      row.currency,
    ]),
  ]
}

/** Campaigns are named by anyone: what a spreadsheet would calculate is marked as text. */
async function csvLines(table: Table): Promise<string[]> {
  const { stringify } = await import('csv-stringify/sync')
  return stringify(
    table.map((row) => [...row]),
    { escape_formulas: true },
  )
    .trimEnd()
    .split('\n')
}

/** An object for each row, by the names of the columns; amounts are texts, as in `49.80`. */
function jsonLines([header = [], ...rows]: Table): string[] {
  const objects = rows.map((row) => Object.fromEntries(header.map((name, n) => [name, row[n] ?? ''])))
  return JSON.stringify(objects, null, 2).split('\n')
}

function aligned(table: Table): string[] {
  const widths = (table[0] ?? []).map((_, n) => Math.max(...table.map((row) => String(row[n] ?? '').length)))
  return table.map((row) =>
    row
      .map((cell, n) =>
        typeof cell === 'number' ? String(cell).padStart(widths[n] ?? 0) : cell.padEnd(widths[n] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

if (import.meta.main)
  await runOnBrand('kpi', (args, { db, brands }) =>
    kpi(args, { db, brands, clock: () => new Date(), user: userInfo().username }),
  )
