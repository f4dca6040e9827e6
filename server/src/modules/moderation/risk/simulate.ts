import { simulatedDays } from '@incontro/contract/risk-signals'
import type { RiskRow } from '@incontro/contract/admin/risk'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { type Keys, newId } from '#platform/ids.ts'
import { type Facts, factsOf, since } from './facts.ts'
import { countsOf, type Met } from './outcomes.ts'
import { conditionsOf, matches } from './rules.ts'
import { rowsOf, valuesAt } from './signals.ts'
import type { RiskCondition } from '@incontro/contract/admin/risk'

export interface SimulateDeps {
  readonly db: Database
  readonly signalKeys: Keys
  readonly clock: () => Date
}

const batch = 200
/** Members kept to be looked at. */
const mostSamples = 50

/**
 * Computes what a version of a rule would have done in the last 30 days, by what was known at each moment: whenever a
 * member began a conversation, was reported or shared something, as the live rule would have looked. Nothing is done to
 * them. It may run again; only the last result stays.
 */
export async function simulate(
  { db, signalKeys, clock }: SimulateDeps,
  { brandId, simulationId }: { readonly brandId: string; readonly simulationId: string },
  until: number,
): Promise<void> {
  const simulation = await db
    .selectFrom('risk_simulations as s')
    .innerJoin('risk_rules as r', (join) =>
      join.onRef('r.brand_id', '=', 's.brand_id').onRef('r.id', '=', 's.rule_id').onRef('r.version', '=', 's.version'),
    )
    .select(['s.rule_id', 's.version', 's.asked_at', 'r.conditions'])
    .where('s.brand_id', '=', brandId)
    .where('s.id', '=', simulationId)
    .where('s.done_at', 'is', null)
    .executeTakeFirst()
  if (!simulation) return
  const now = simulation.asked_at
  const from = since(now, simulatedDays)
  const conditions = conditionsOf(simulation)
  const met: (Met & { readonly rows: readonly RiskRow[] })[] = []
  let lookedAt = 0
  let last: { at: Date; id: string } | undefined
  let isWhole = false
  while (performance.now() < until) {
    const members = await pageOf(db, brandId, now, last)
    last = members.at(-1)
    lookedAt += members.length
    const memberIds = members.map(({ id }) => id)
    const facts = await factsOf(db, { brandId, memberIds, from: since(from), signalKeys })
    for (const [memberId, known] of facts) {
      const hit = firstMatch(known, conditions, from.getTime(), now.getTime())
      if (hit) met.push({ memberId, ...hit })
    }
    isWhole = members.length < batch
    if (isWhole) break
  }
  const outcomes = await countsOf(db, brandId, met, from)
  const samples = met.toSorted((one, other) => other.at.getTime() - one.at.getTime()).slice(0, mostSamples)
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('risk_simulations')
      .set({ done_at: clock(), result: JSON.stringify({ outcomes, lookedAt, isWhole }) })
      .where('brand_id', '=', brandId)
      .where('id', '=', simulationId)
      .where('done_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    if (samples.length > 0)
      // One who was erased meanwhile is no sample.
      await sql`
        insert into risk_hits (brand_id, id, rule_id, version, member_id, simulation_id, hit_at, signals)
        select ${brandId}, w.id, ${simulation.rule_id}, ${simulation.version}, m.id, ${simulationId}, w.at, w.signals
        from unnest(${samples.map(() => newId())}::uuid[], ${samples.map(({ memberId }) => memberId)}::uuid[],
          ${samples.map(({ at }) => at)}::timestamptz[], ${samples.map(({ rows }) => JSON.stringify(rows))}::jsonb[])
          as w (id, member_id, at, signals) join members m on m.id = w.member_id`.execute(tx)
    await tx
      .updateTable('risk_rules')
      .set({ state: 'simulated' })
      .where('brand_id', '=', brandId)
      .where('id', '=', simulation.rule_id)
      .where('version', '=', simulation.version)
      .where('state', '=', 'draft')
      .execute()
  })
}

async function pageOf(
  db: Database,
  brandId: string,
  now: Date,
  after: { readonly at: Date; readonly id: string } | undefined,
): Promise<{ readonly at: Date; readonly id: string }[]> {
  const { rows } = await sql<{ at: Date; id: string }>`
    select created_at as at, id from members
    where brand_id = ${brandId} and state <> 'deleted' and created_at <= ${after?.at ?? now}
      ${after ? sql`and (created_at, id) < (${after.at}, ${after.id}::uuid)` : sql``}
    order by created_at desc, id desc limit ${sql.lit(batch)}`.execute(db)
  return rows
}

/** When a rule would have met a member first, and what was counted then. */
function firstMatch(
  facts: Facts,
  conditions: readonly RiskCondition[],
  from: number,
  now: number,
): { readonly at: Date; readonly rows: readonly RiskRow[] } | undefined {
  const moments = [
    facts.createdAt,
    ...[facts.firstMessages, facts.reports, facts.devices, facts.cards].flatMap((rows) => rows.map(({ at }) => at)),
  ]
  for (const at of [...new Set(moments)].filter((one) => one >= from && one <= now).toSorted((a, b) => a - b)) {
    const values = valuesAt(facts, at)
    if (matches(conditions, values)) return { at: new Date(at), rows: rowsOf(values) }
  }
  return undefined
}
