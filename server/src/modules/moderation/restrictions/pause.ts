import { timeZoneOf } from '@incontro/contract'
import { endPause, pauseTerm } from '#modules/payments/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { SuspensionDeps } from '../deps.ts'

/** A suspended member, whose row the caller has locked. */
interface Suspended {
  readonly brandId: string
  readonly memberId: string
  readonly country: string
  readonly at: Date
}

/** What of a suspension concerns the paid term. */
interface PausedBy {
  readonly until_at: Date | null
  readonly paused_ms: string
}

/**
 * Pauses the member's paid term until the end of a new suspension; earlier ones have paused it until theirs. Call it
 * before the new one is stored.
 * @returns by how much, milliseconds
 */
export async function pauseUntil(
  tx: Tx,
  deps: Pick<SuspensionDeps, 'brands'>,
  who: Suspended,
  until: Date,
): Promise<number> {
  const last = (await suspensionsOf(tx, who)).at(-1)
  const ms = until.getTime() - (last?.until ?? who.at).getTime()
  return ms > 0 && (await pauseTerm(tx, who.memberId, pauseOf(deps, who, ms))) ? ms : 0
}

/**
 * Ends the pause of a suspension that was just lifted: what is left of it is taken off the term again where no other
 * suspension lasts as long, and is otherwise that one's.
 */
export async function endPauseOf(
  tx: Tx,
  deps: Pick<SuspensionDeps, 'brands'>,
  who: Suspended,
  { until_at: until, paused_ms: pausedMs }: PausedBy,
): Promise<void> {
  if (until === null) return
  const left = Math.min(Number(pausedMs), until.getTime() - who.at.getTime())
  if (left <= 0) return
  const others = await suspensionsOf(tx, who)
  const last = others.at(-1)
  const ms = Math.min(left, Math.max(0, until.getTime() - (last?.until ?? who.at).getTime()))
  if (ms > 0) await endPause(tx, who.memberId, pauseOf(deps, who, ms))
  const heir = others.find((one) => one.until >= until) ?? last
  if (heir && left > ms)
    await tx
      .updateTable('restrictions')
      .set((eb) => ({ paused_ms: eb('paused_ms', '+', String(left - ms)) }))
      .where('brand_id', '=', who.brandId)
      .where('id', '=', heir.id)
      .execute()
}

/** The member's suspensions in force, the last to end at the end. */
async function suspensionsOf(tx: Tx, { memberId, at }: Suspended) {
  const rows = await tx
    .selectFrom('restrictions')
    .select(['id', 'until_at'])
    .where('member_id', '=', memberId)
    .where('kind', '=', 'suspension')
    .where('lifted_at', 'is', null)
    .where('until_at', '>', at)
    .orderBy('until_at')
    .execute()
  return rows.flatMap(({ id, until_at: until }) => (until === null ? [] : [{ id, until }]))
}

const pauseOf = (deps: Pick<SuspensionDeps, 'brands'>, { brandId, country, at }: Suspended, ms: number) => ({
  ms,
  noticeDays: deps.brands.byKey(brandId)?.renewal.noticeDays ?? 90,
  timeZone: timeZoneOf(country),
  now: at,
})
