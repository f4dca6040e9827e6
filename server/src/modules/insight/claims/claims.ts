import { claimKeys, type ClaimKey, type ClaimView } from '@incontro/contract'
import type { Database } from '#platform/database/database.ts'
import { compareSteps } from './comparisons.ts'
import { measureDays, partsOf } from './days.ts'
import { registry } from './registry.ts'
import { figureOf } from './shown.ts'

export interface ClaimDeps {
  readonly db: Database
  readonly brands: { readonly list: readonly { readonly key: string; readonly pool: string }[] }
  readonly clock: () => Date
}

export interface Claims {
  /** The claims a brand may make today. */
  claims(brandId: string): Promise<ClaimView[]>
  /** Measures every claim of every brand; begins none when `performance.now()` is past `until`. */
  measure(until?: number): Promise<void>
}

/** The same for all brands of a pool, and for all claims about steps: reading it takes longest. */
function oncePerPeriod(): typeof compareSteps {
  const known = new Map<string, ReturnType<typeof compareSteps>>()
  return (db, scope) => {
    const period = `${scope.poolId} ${scope.from.toISOString()} ${scope.to.toISOString()}`
    const before = known.get(period)
    if (before) return before
    const read = compareSteps(db, scope)
    known.set(period, read)
    return read
  }
}

/** The registry of figures that texts may mention: measured nightly, shown only where they hold. */
export function createClaims({ db, brands, clock }: ClaimDeps): Claims {
  const measure: Claims['measure'] = async (until = Infinity) => {
    const isOver = (): boolean => performance.now() > until
    const at = clock()
    for (const poolId of new Set(brands.list.map(({ pool }) => pool))) await measureDays(db, poolId, at, isOver)
    const comparing = oncePerPeriod()
    for (const one of await oldestFirst()) {
      if (isOver()) return
      await measureOne({ ...one, at, comparing })
    }
  }

  /** Those that an earlier run had no time for come first. */
  async function oldestFirst() {
    const rows = await db
      .selectFrom('claim_figures')
      .select(['brand_id', 'claim', 'computed_at'])
      .where(
        'brand_id',
        'in',
        brands.list.map(({ key }) => key),
      )
      .execute()
    const measuredAt = new Map(rows.map((row) => [`${row.brand_id} ${row.claim}`, row.computed_at.getTime()]))
    return brands.list
      .flatMap(({ key: brandId, pool: poolId }) => claimKeys.map((claim) => ({ brandId, poolId, claim })))
      .map((one) => ({ ...one, last: measuredAt.get(`${one.brandId} ${one.claim}`) ?? 0 }))
      .toSorted((one, other) => one.last - other.last)
  }

  async function measureOne({
    brandId,
    poolId,
    claim,
    at,
    comparing,
  }: {
    readonly brandId: string
    readonly poolId: string
    readonly claim: ClaimKey
    readonly at: Date
    readonly comparing: typeof compareSteps
  }): Promise<void> {
    const { days, settleHours, measure: measurement } = registry[claim]
    const to = new Date(at.getTime() - settleHours * 3_600_000)
    const from = new Date(to.getTime() - days * 86_400_000)
    const { value, low, sample, compared } = await measurement(db, {
      brandId,
      poolId,
      from,
      to,
      parts: await partsOf(db, poolId, from, to),
      compareSteps: comparing,
    })
    const figure = {
      value,
      low,
      sample_size: sample,
      compared_size: compared,
      period_start: from,
      period_end: to,
      computed_at: clock(),
    }
    await db
      .insertInto('claim_figures')
      .values({ brand_id: brandId, claim, ...figure })
      .onConflict((conflict) => conflict.columns(['brand_id', 'claim']).doUpdateSet(figure))
      .execute()
  }

  const claims: Claims['claims'] = async (brandId) => {
    const now = clock().getTime()
    const rows = await db.selectFrom('claim_figures').selectAll().where('brand_id', '=', brandId).execute()
    return claimKeys.flatMap((key): ClaimView[] => {
      const row = rows.find(({ claim }) => claim === key)
      if (!row) return []
      const { sample_size: sample, compared_size: compared } = row
      const figure = figureOf(
        registry[key],
        { value: row.value, low: row.low, sample, compared },
        now - row.computed_at.getTime(),
      )
      if (figure === null) return []
      return [
        {
          key,
          figure,
          unit: registry[key].unit,
          sample,
          compared,
          from: row.period_start.toISOString(),
          to: row.period_end.toISOString(),
        },
      ]
    })
  }

  return { claims, measure }
}
