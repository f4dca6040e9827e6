import type { RiskEffect } from '@incontro/contract/risk-signals'
import type { RiskCondition } from '@incontro/contract/admin/risk'
import { type Selectable, sql } from 'kysely'
import type { Executor, Tx } from '#platform/database/database.ts'
import type { RiskRule as Row } from '#platform/database/database-types.ts'
import shippedRules from '../../../../../brands/_moderation/risk-rules.json' with { type: 'json' }
import type { Values } from './signals.ts'

export type RuleRow = Selectable<Row>

export const conditionsOf = ({ conditions }: Pick<RuleRow, 'conditions'>): readonly RiskCondition[] =>
  conditions as unknown as RiskCondition[]

/** All conditions hold. */
export const matches = (conditions: readonly RiskCondition[], values: Values): boolean =>
  conditions.length > 0 &&
  conditions.every(({ signal, is, value }) => (is === 'atLeast' ? values[signal] >= value : values[signal] <= value))

interface Shipped {
  readonly id: string
  readonly name: string
  readonly conditions: readonly RiskCondition[]
  readonly effect: RiskEffect
  readonly perHour?: number
}
const shipped = shippedRules as readonly Shipped[]
const shippedAt = new Date('2026-11-28T00:00:00Z')

/** Those that ship with the program and that no one has touched at a brand, as drafts. */
const shippedRow = (brandId: string, { id, name, conditions, effect, perHour }: Shipped): RuleRow => ({
  brand_id: brandId,
  id,
  version: 1,
  name,
  conditions: conditions as unknown as RuleRow['conditions'],
  effect,
  per_hour: perHour ?? null,
  state: 'draft',
  made_by: 'shipped',
  made_at: shippedAt,
  live_by: null,
  live_at: null,
  applied_until: null,
  applied_until_id: null,
})

/** The newest version of every rule of a brand, and the live one where that is another. */
export async function rulesOf(
  executor: Executor,
  brandId: string,
): Promise<readonly { newest: RuleRow; live: RuleRow | null }[]> {
  const rows = await executor
    .selectFrom('risk_rules')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .orderBy('version', 'desc')
    .limit(2000)
    .execute()
  const byId = Map.groupBy(rows, ({ id }) => id)
  const stored = [...byId.values()].map((versions) => ({
    newest: versions[0]!,
    live: versions.find(({ state }) => state === 'live') ?? null,
  }))
  const others = shipped
    .filter(({ id }) => !byId.has(id))
    .map((one) => ({ newest: shippedRow(brandId, one), live: null }))
  return [...stored, ...others].toSorted((one, other) => one.newest.name.localeCompare(other.newest.name))
}

/**
 * The newest version of a rule, under a lock of the rule that ends with the transaction. A shipped one is stored by the
 * first change.
 */
export async function lockRule(tx: Tx, brandId: string, id: string): Promise<RuleRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`risk rule ${brandId} ${id}`}, 0))`.execute(tx)
  const found = await tx
    .selectFrom('risk_rules')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const own = shipped.find((one) => one.id === id)
  if (found || !own) return found
  const row = shippedRow(brandId, own)
  await tx
    .insertInto('risk_rules')
    .values({ ...row, conditions: JSON.stringify(row.conditions) })
    .execute()
  return row
}
