import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import type { ModuleWith } from '#platform/module.ts'
import type { Brands } from '#modules/brands/index.ts'
import type { Flow, RatePlan } from './flow.ts'
import type { Flows } from './load-flows.ts'

const day = 86_400_000
/** The period before a reduction that the law considers, and for which a reduction may be shown. */
const lookBackMs = 30 * day

export interface PriceHistory extends ModuleWith<'load'> {
  /**
   * For the plans of a flow whose price was reduced within the last 30 days: the lowest price of the 30 days before, in
   * minor units of one currency, by plan. None where the prices of those days are incomplete or were lower.
   */
  pricesBefore(brandId: string, flowId: string, currency: string): Promise<ReadonlyMap<string, number>>
}

export interface PriceHistoryDeps {
  readonly db: Database
  readonly brands: Pick<Brands, 'list'>
  readonly flows: Pick<Flows, 'all'>
  readonly clock: () => Date
}

/** Records the price of each plan when it changes between starts, and derives previous prices from that alone. */
export function createPriceHistory({ db, brands, flows, clock }: PriceHistoryDeps): PriceHistory {
  return {
    async load() {
      await db.transaction().execute(async (tx) => {
        // Processes that start together record a change once.
        await sql`select pg_advisory_xact_lock(hashtext('plan prices'))`.execute(tx)
        for (const { key } of brands.list) for (const flow of flows.all(key)) await notePrices(tx, flow, clock())
      })
    },
    async pricesBefore(brandId, flowId, currency) {
      const now = clock()
      const rows = await db
        .selectFrom('plan_prices as p')
        .innerJoin('plan_prices as current', (join) =>
          join
            .onRef('current.brand_id', '=', 'p.brand_id')
            .onRef('current.flow_id', '=', 'p.flow_id')
            .onRef('current.plan_id', '=', 'p.plan_id')
            .onRef('current.currency', '=', 'p.currency')
            .on('current.until_at', 'is', null),
        )
        .select([
          'p.plan_id',
          'p.total_minor',
          'p.from_at',
          'p.until_at',
          'current.from_at as lowered_at',
          'current.total_minor as now_minor',
        ])
        .where('p.brand_id', '=', brandId)
        .where('p.flow_id', '=', flowId)
        .where('p.until_at', 'is not', null)
        .where('p.currency', '=', currency)
        .where('current.from_at', '>', new Date(now.getTime() - lookBackMs))
        .execute()
      const found = new Map<string, number>()
      for (const [plan, prices] of Map.groupBy(rows, ({ plan_id: id }) => id)) {
        const [{ lowered_at: loweredAt, now_minor: price }] = prices as [(typeof rows)[number]]
        const since = loweredAt.getTime() - lookBackMs
        const within = prices.filter(({ until_at: until }) => until !== null && until.getTime() > since)
        const known = within.reduce(
          (sum, { from_at: from, until_at: until }) => sum + (until?.getTime() ?? 0) - Math.max(from.getTime(), since),
          0,
        )
        const lowest = Math.min(...within.map(({ total_minor: total }) => total))
        if (known >= lookBackMs && lowest > price) found.set(plan, lowest)
      }
      return found
    },
  }
}

const priceOf = (planId: string, currency: string): string => `${planId} ${currency}`

/** Ends the periods of old prices and starts those of new ones. */
async function notePrices(tx: Tx, flow: Flow, at: Date): Promise<void> {
  const plans = new Map<string, RatePlan>(
    [flow.plans, ...Object.values(flow.plansIn)]
      .flatMap((lists) => Object.values(lists).flat())
      .map((plan) => [priceOf(plan.id, plan.currency), plan]),
  )
  const current = await tx
    .selectFrom('plan_prices')
    .select(['plan_id', 'total_minor', 'currency'])
    .where('brand_id', '=', flow.brandKey)
    .where('flow_id', '=', flow.id)
    .where('until_at', 'is', null)
    .execute()
  const isSame = (row: (typeof current)[number]): boolean => {
    const plan = plans.get(priceOf(row.plan_id, row.currency))
    return plan?.totalMinor === row.total_minor
  }
  const ended = current.filter((row) => !isSame(row))
  for (const [currency, rows] of Map.groupBy(ended, (row) => row.currency))
    await tx
      .updateTable('plan_prices')
      .set({ until_at: at })
      .where('brand_id', '=', flow.brandKey)
      .where('flow_id', '=', flow.id)
      .where('currency', '=', currency)
      .where(
        'plan_id',
        'in',
        rows.map((row) => row.plan_id),
      )
      .where('until_at', 'is', null)
      .execute()
  const kept = new Set(current.filter(isSame).map((row) => priceOf(row.plan_id, row.currency)))
  const begun = [...plans.values()].filter((plan) => !kept.has(priceOf(plan.id, plan.currency)))
  if (begun.length > 0)
    await tx
      .insertInto('plan_prices')
      .values(
        begun.map((plan) => ({
          brand_id: flow.brandKey,
          flow_id: flow.id,
          plan_id: plan.id,
          from_at: at,
          total_minor: plan.totalMinor,
          currency: plan.currency,
        })),
      )
      .execute()
}
