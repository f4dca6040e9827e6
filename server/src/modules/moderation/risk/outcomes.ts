import type { RiskOutcomes } from '@incontro/contract/admin/risk'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'

export interface Met {
  readonly memberId: string
  readonly at: Date
}
export type Outcome = 'acted' | 'dismissed' | 'none'

/**
 * What people decided about members after a rule met them. Acting is a decision against the member that stands, whatever
 * it was about, except a photo that was only unsuitable; a dismissed report or profile is a false alarm. What no one
 * looked at is neither.
 */
export async function outcomesOf(
  executor: Executor,
  brandId: string,
  met: readonly Met[],
): Promise<ReadonlyMap<string, Outcome>> {
  if (met.length === 0) return new Map()
  const { rows } = await sql<{ id: string; outcome: Outcome }>`
    select w.id, case
      when exists (select from restrictions r where r.member_id = w.id and r.from_at > w.at and (r.lifted_by is null or r.lifted_by = 'rule')
        and not (r.content_type = 'photo' and r.clause = 'unsuitable')) then 'acted'
      when exists (select from cases c where c.member_id = w.id and c.brand_id = ${brandId} and c.state = 'closed' and c.decided_at > w.at
        and c.kind in ('report', 'profile') and c.verdict = 'dismiss') then 'dismissed'
      else 'none' end as outcome
    from unnest(${met.map(({ memberId }) => memberId)}::uuid[], ${met.map(({ at }) => at)}::timestamptz[]) as w (id, at)`.execute(
    executor,
  )
  return new Map(rows.map(({ id, outcome }) => [id, outcome]))
}

/** The same in figures, with the cases about these members since a day. */
export async function countsOf(
  executor: Executor,
  brandId: string,
  met: readonly Met[],
  from: Date,
): Promise<RiskOutcomes> {
  const outcomes = [...(await outcomesOf(executor, brandId, met)).values()]
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from cases c where c.member_id = any(${met.map(({ memberId }) => memberId)}::uuid[])
      and c.brand_id = ${brandId} and c.opened_at >= ${from} and c.kind not in ('sample', 'appeal')`.execute(executor)
  return {
    members: met.length,
    actedOn: outcomes.filter((one) => one === 'acted').length,
    dismissed: outcomes.filter((one) => one === 'dismissed').length,
    cases: rows[0]?.n ?? 0,
  }
}
