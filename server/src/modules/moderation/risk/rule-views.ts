import type { RiskOutcomes, RiskRuleView } from '@incontro/contract/admin'
import { simulatedDays } from '@incontro/contract/risk-signals'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { since } from './facts.ts'
import { countsOf } from './outcomes.ts'
import { conditionsOf, rulesOf } from './rules.ts'

/** Most hits of a live rule that its figures look at, the latest. */
const mostHits = 1000

export interface SimulationResult {
  readonly outcomes: RiskOutcomes
  readonly lookedAt: number
  readonly isWhole: boolean
}

interface ViewDeps {
  readonly db: Database
  readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

const staffIdOf = (by: string | null): string | undefined => (by?.startsWith('staff:') ? by.slice(6) : undefined)

/** The rules of a brand as staff read them. */
export async function ruleViews(
  { db, namesOf }: ViewDeps,
  { brandId, staffId, at }: { readonly brandId: string; readonly staffId: string; readonly at: Date },
): Promise<RiskRuleView[]> {
  const rules = await rulesOf(db, brandId)
  const { rows: simulations } = await sql<{
    id: string
    rule: string
    version: number
    at: Date
    done: boolean
    failed: boolean
    result: SimulationResult | null
  }>`
    select distinct on (s.rule_id) s.id, s.rule_id as rule, s.version, s.asked_at as at, s.done_at is not null as done, s.failed, s.result
    from risk_simulations s where s.brand_id = ${brandId}
    order by s.rule_id, s.asked_at desc`.execute(db)
  const names = await namesOf(
    rules.flatMap(({ newest, live }) => [newest.made_by, live?.live_by ?? null].flatMap((by) => staffIdOf(by) ?? [])),
  )
  const nameOf = (by: string | null): string | null => names.get(staffIdOf(by) ?? '') ?? null
  return Promise.all(
    rules.map(async ({ newest, live }) => {
      const simulation = simulations.find((one) => one.rule === newest.id && one.version === newest.version)
      return {
        id: newest.id,
        version: newest.version,
        name: newest.name,
        conditions: [...conditionsOf(newest)],
        effect: newest.effect as RiskRuleView['effect'],
        perHour: newest.per_hour,
        state: newest.state as RiskRuleView['state'],
        by: nameOf(newest.made_by),
        isMine: newest.made_by === `staff:${staffId}`,
        at: newest.made_at.toISOString(),
        liveVersion: live?.version ?? null,
        liveBy: nameOf(live?.live_by ?? null),
        live: live && (await liveCounts(db, brandId, newest.id, since(at, simulatedDays))),
        simulation: simulation
          ? {
              id: simulation.id,
              at: simulation.at.toISOString(),
              state: simulation.failed ? 'failed' : simulation.done ? 'done' : 'running',
              lookedAt: simulation.result?.lookedAt ?? 0,
              isWhole: simulation.result?.isWhole ?? false,
              outcomes: simulation.result?.outcomes ?? null,
            }
          : null,
      }
    }),
  )
}

async function liveCounts(db: Database, brandId: string, ruleId: string, from: Date): Promise<RiskOutcomes> {
  const { rows } = await sql<{ memberId: string; at: Date }>`
    select member_id as "memberId", min(hit_at) as at from (
      select member_id, hit_at from risk_hits
      where brand_id = ${brandId} and rule_id = ${ruleId} and hit_at > ${from} and simulation_id is null
      order by hit_at desc limit ${sql.lit(mostHits)}) h group by member_id`.execute(db)
  return countsOf(db, brandId, rows, from)
}
