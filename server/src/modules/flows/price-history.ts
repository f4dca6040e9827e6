import { sql } from 'kysely'
import type { Database, Executor, Tx } from '#platform/database/database.ts'
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
  /** Takes over what other processes have published: its prices are those that count. */
  readonly takeOver?: (tx: Tx) => Promise<void>
  readonly clock: () => Date
}

/** Records the price of each plan when it changes between starts, and derives previous prices from that alone. */
export function createPriceHistory({ db, brands, flows, takeOver, clock }: PriceHistoryDeps): PriceHistory {
  return {
    async load() {
      await db.transaction().execute(async (tx) => {
        await lockPrices(tx)
        await takeOver?.(tx)
        await notePrices(
          tx,
          brands.list.flatMap(({ key }) => flows.all(key)),
          clock(),
        )
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

/** Until the transaction ends, no one else records prices: processes that start together record a change once. */
export const lockPrices = async (tx: Tx): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtext('plan prices'))`.execute(tx))

/** The lowest price at which a plan was sold within 30 days, and whether it was sold in all of them. */
export interface LowestPrice {
  readonly minor: number
  readonly isWhole: boolean
}

/** Of the plans of a flow that are sold now in a currency, by their id: what would be shown if they were reduced now. */
export async function lowestPrices(
  db: Executor,
  { brandId, flowId, currency }: { readonly brandId: string; readonly flowId: string; readonly currency: string },
  at: Date,
): Promise<ReadonlyMap<string, LowestPrice>> {
  const since = new Date(at.getTime() - lookBackMs)
  const rows = await db
    .selectFrom('plan_prices')
    .select(['plan_id', 'from_at', 'until_at', 'total_minor'])
    .where('brand_id', '=', brandId)
    .where('flow_id', '=', flowId)
    .where('currency', '=', currency)
    .where((eb) => eb.or([eb('until_at', 'is', null), eb('until_at', '>', since)]))
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ plan_id: id }) => id)].map(([plan, prices]) => {
      const known = prices.reduce(
        (sum, { from_at: from, until_at: until }) =>
          sum + (until ?? at).getTime() - Math.max(from.getTime(), since.getTime()),
        0,
      )
      return [plan, { minor: Math.min(...prices.map(({ total_minor: total }) => total)), isWhole: known >= lookBackMs }]
    }),
  )
}

interface Price {
  readonly brand_id: string
  readonly flow_id: string
  readonly plan_id: string
  readonly currency: string
  readonly total_minor: number
}
const keyOf = (price: Price): string => `${price.brand_id} ${price.flow_id} ${price.plan_id} ${price.currency}`
const pricesOf = ({ brandKey, id, plans, plansIn }: Flow): readonly Price[] =>
  [plans, ...Object.values(plansIn)]
    .flatMap((lists) => Object.values(lists).flat())
    .map((plan: RatePlan) => ({
      brand_id: brandKey,
      flow_id: id,
      plan_id: plan.id,
      currency: plan.currency,
      total_minor: plan.totalMinor,
    }))
/** Prices as arrays of their columns: as many as there are, a statement has the same text. */
const columnsOf = (prices: readonly Price[]) => sql`
  unnest(${prices.map((price) => price.brand_id)}::text[], ${prices.map((price) => price.flow_id)}::text[],
    ${prices.map((price) => price.plan_id)}::text[], ${prices.map((price) => price.currency)}::text[],
    ${prices.map((price) => price.total_minor)}::integer[]) as changed (brand_id, flow_id, plan_id, currency, total_minor)`

/** Ends the periods of old prices of flows and starts those of new ones; call it under `lockPrices`. */
export async function notePrices(tx: Tx, flows: readonly Flow[], now: Date): Promise<void> {
  const { rows: current } = await sql<Price & { readonly from_at: Date }>`
    select p.brand_id, p.flow_id, p.plan_id, p.currency, p.total_minor, p.from_at
    from unnest(${flows.map(({ brandKey }) => brandKey)}::text[], ${flows.map(({ id }) => id)}::text[]) as f (brand_id, flow_id)
    join plan_prices p on p.brand_id = f.brand_id and p.flow_id = f.flow_id and p.until_at is null`.execute(tx)
  const prices = new Map(flows.flatMap(pricesOf).map((price) => [keyOf(price), price]))
  const isSame = (row: Price): boolean => prices.get(keyOf(row))?.total_minor === row.total_minor
  const ended = current.filter((row) => !isSame(row))
  const kept = new Set(current.filter(isSame).map(keyOf))
  const begun = [...prices.values()].filter((price) => !kept.has(keyOf(price)))
  // The clocks of two machines differ: a price ends after it began.
  const at = new Date(Math.max(now.getTime(), ...ended.map(({ from_at: from }) => from.getTime() + 1)))
  if (ended.length > 0)
    await sql`
      update plan_prices p set until_at = ${at} from ${columnsOf(ended)}
      where p.brand_id = changed.brand_id and p.flow_id = changed.flow_id and p.plan_id = changed.plan_id
        and p.currency = changed.currency and p.until_at is null`.execute(tx)
  if (begun.length > 0)
    await sql`
      insert into plan_prices (brand_id, flow_id, plan_id, from_at, total_minor, currency)
      select changed.brand_id, changed.flow_id, changed.plan_id, ${at}, changed.total_minor, changed.currency
      from ${columnsOf(begun)}`.execute(tx)
}
