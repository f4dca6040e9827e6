import type { RestrictedContent } from '@incontro/contract'
import { sql, type Selectable } from 'kysely'
import { reopenSuspended } from '#modules/accounts/index.ts'
import { isInForce, lockForModeration, setMessagingOff } from '#modules/members/index.ts'
import { unbanPhotosOf } from '#modules/photos/index.ts'
import type { Database, Executor, Tx } from '#platform/database/database.ts'
import type { Restriction as Row } from '#platform/database/database-types.ts'
import type { Log } from '#platform/process/log.ts'
import type { SuspensionDeps } from '../deps.ts'
import { originOf } from '../origin-of.ts'
import { endOf } from './in-force.ts'
import { endPauseOf } from './pause.ts'
import { type Removed, restoreContent } from './remove-content.ts'

type Restriction = Selectable<Row>

interface Lifting {
  /** `staff:ID` or `command:NAME` of the appeal's decision, or `rule` when its time is over. */
  readonly by: string
  readonly reason: string
  readonly origin: string
  readonly at: Date
}

/**
 * Lifts a restriction before its end or at it, in the caller's transaction: what it did is undone, unless another one
 * of the member still does the same.
 * @returns false when it was lifted before
 */
export async function lift(tx: Tx, deps: SuspensionDeps, row: Restriction, input: Lifting): Promise<boolean> {
  const { brand_id: brandId, member_id: memberId } = row
  const { at } = input
  const member = memberId === null ? undefined : await lockForModeration(tx, brandId, memberId)
  const lifted = await tx
    .updateTable('restrictions')
    .set({ lifted_at: at, lifted_by: input.by })
    .where('brand_id', '=', brandId)
    .where('id', '=', row.id)
    .where('lifted_at', 'is', null)
    .returning(['until_at', 'paused_ms'])
    .executeTakeFirst()
  if (!lifted) return false
  if (memberId === null || !member) return true
  switch (row.kind) {
    case 'warning':
      break
    case 'content_removed': {
      const content = {
        type: row.content_type as RestrictedContent,
        id: row.content_id,
        date: row.content_date,
      }
      await restoreContent(tx, { brandId, memberId, content, at }, row.removed as Removed | null)
      break
    }
    case 'messaging_off':
      await setMessagingOff(tx, memberId, await endOf(tx, memberId, 'messaging_off', at))
      break
    case 'suspension':
    case 'removal': {
      await endPauseOf(tx, deps, { brandId, memberId, country: member.country, at }, lifted)
      if (await isInForce(tx, memberId, ['suspension', 'removal'], at)) break
      await unbanPhotosOf(tx, { brandId, memberId })
      await reopenSuspended(tx, deps, { memberId, madeBy: input.by, reason: input.reason, origin: input.origin }, at)
    }
  }
  return true
}

/**
 * Undoes what closed an account that was opened again by other means: no suspension or removal is in force any more.
 */
export async function recordReopened(
  tx: Tx,
  deps: Pick<SuspensionDeps, 'brands'>,
  { brandId, memberId, by, at }: { brandId: string; memberId: string; by: string; at: Date },
): Promise<void> {
  const member = await lockForModeration(tx, brandId, memberId)
  const lifted = await tx
    .updateTable('restrictions')
    .set({ lifted_at: at, lifted_by: by })
    .where('member_id', '=', memberId)
    .where('kind', 'in', ['suspension', 'removal'])
    .where('lifted_at', 'is', null)
    .returning(['until_at', 'paused_ms'])
    .execute()
  if (!member || lifted.length === 0) return
  for (const row of lifted) await endPauseOf(tx, deps, { brandId, memberId, country: member.country, at }, row)
  await unbanPhotosOf(tx, { brandId, memberId })
}

/** Lifts the suspensions whose time is over, each in a transaction of its own. */
export async function liftEnded(
  deps: SuspensionDeps & { readonly db: Database; readonly log: Log },
  until: number,
): Promise<void> {
  const at = deps.clock()
  const { rows } = await sql<Restriction>`
    select * from restrictions where kind = 'suspension' and lifted_at is null and until_at <= ${at}
    order by until_at limit 1000`.execute(deps.db)
  for (const row of rows) {
    if (performance.now() > until) return
    try {
      await deps.db.transaction().execute((tx) =>
        lift(tx, deps, row, {
          by: 'rule',
          reason: 'the suspension is over',
          origin: originOf(deps, row.brand_id),
          at,
        }),
      )
    } catch (error) {
      deps.log.error({ err: error, restriction: row.id }, 'a suspension could not be ended')
    }
  }
}

/** After the term of an appeal nothing brings back what was removed: it is deleted. */
export async function forgetRemoved(executor: Executor, at: Date): Promise<void> {
  await sql`
    update restrictions r set removed = null
    where removed is not null and from_at < ${at}::timestamptz - interval '7 months'
      and not exists (select from appeals a where a.brand_id = r.brand_id and a.restriction_id = r.id and a.outcome is null)`.execute(
    executor,
  )
}
