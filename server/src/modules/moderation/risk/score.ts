import type { RiskRow } from '@incontro/contract/admin/risk'
import { sql } from 'kysely'
import { type Case, type CaseKind, partWeights, type Scored, scoreOf } from '#modules/cases/index.ts'
import { nearBan } from '#modules/photos/index.ts'
import type { Executor } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import { textReasons } from '../texts/found-in.ts'
import { factsOf, since } from './facts.ts'
import { rowsOf, valuesAt } from './signals.ts'

/** What is counted of the member says nothing about a second look or an appeal. */
const isAboutMember = (kind: string): boolean => kind !== 'sample' && kind !== 'appeal'

/** The score of cases of a brand by what is known of their members now. */
export async function scoresOf(
  executor: Executor,
  { brandId, signalKeys, at }: { readonly brandId: string; readonly signalKeys: Keys; readonly at: Date },
  cases: readonly Case[],
): Promise<(Scored & { readonly rows: readonly RiskRow[] })[]> {
  const memberIds = [...new Set(cases.flatMap((one) => (isAboutMember(one.kind) ? (one.member_id ?? []) : [])))]
  const facts = await factsOf(executor, { brandId, memberIds, from: since(at), signalKeys })
  return cases.map((one) => {
    const known = isAboutMember(one.kind) && one.member_id !== null ? facts.get(one.member_id) : undefined
    const rows = known ? rowsOf(valuesAt(known, at.getTime())) : []
    const risk = scoreOf(
      one.kind as CaseKind,
      one.parts,
      rows.map(({ weight }) => weight),
    )
    return { id: one.id, risk, rows }
  })
}

/** Why a case is urgent, as its moderator reads it: what brought it, then what is counted. */
export async function reasonsOf(
  executor: Executor,
  found: Case,
  at: Date,
  signalKeys: Keys,
): Promise<{ readonly risk: number; readonly rows: readonly RiskRow[] }> {
  const { brand_id: brandId, member_id: memberId } = found
  const [scored] = await scoresOf(executor, { brandId, signalKeys, at }, [found])
  const brought: RiskRow[] = []
  if (found.parts.includes('banned_photo')) {
    const photo = await executor
      .selectFrom('member_photos')
      .select('perceptual_hash')
      .where('id', '=', found.subject_id)
      .executeTakeFirst()
    const ban = await nearBan(executor, brandId, photo?.perceptual_hash ?? null, found.subject_id)
    brought.push({
      signal: 'banned_photo',
      value: 1,
      of: null,
      weight: partWeights.banned_photo,
      detail: ban?.reason ?? null,
    })
  }
  if (found.parts.includes('rule') && memberId !== null) {
    const { rows } = await sql<{ name: string; version: number }>`
      select distinct on (h.rule_id) r.name, h.version from risk_hits h
        join risk_rules r on r.brand_id = h.brand_id and r.id = h.rule_id and r.version = h.version
      where h.member_id = ${memberId} and h.simulation_id is null and h.hit_at > ${since(at, 30)}
      order by h.rule_id, h.hit_at desc limit 10`.execute(executor)
    rows.forEach(({ name, version }, n) =>
      brought.push({ signal: 'rule', value: version, of: null, weight: n === 0 ? partWeights.rule : 0, detail: name }),
    )
  }
  brought.push(...(await textReasons(executor, found, at)))
  return { risk: scored?.risk ?? found.risk, rows: [...brought, ...(scored?.rows ?? [])] }
}
