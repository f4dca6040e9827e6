import type { adminRoutes, DisputeReasonWord, DisputeRow, DisputeStage, DisputeState } from '@incontro/contract/admin'
import { orderNumberOf } from '@incontro/contract'
import { sql } from 'kysely'
import type { LocalText } from '#modules/flows/index.ts'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import type { FinanceDeps } from './deps.ts'

const pageSize = 50
/** Open ones: a brand with more has other worries than a page of a list. */
const mostOpen = 500

/** The brand's disputes: open ones by due date, then decided ones, newest first. */
export async function listDisputes(
  deps: FinanceDeps,
  { site: { brandId }, query: { state, afterAt, afterOrder } }: Call<typeof adminRoutes.disputes>,
): Promise<{ disputes: DisputeRow[]; more: boolean }> {
  const isFirst = afterAt === undefined || afterOrder === undefined
  const open =
    isFirst && (state === undefined || state === 'open')
      ? await disputesOf(deps.db, brandId)
          .where('d.state', '=', sql.lit('open'))
          .orderBy('d.due_at', (order) => order.asc().nullsLast())
          .orderBy('d.opened_at')
          .limit(mostOpen)
          .execute()
      : []
  const decided =
    state === 'open'
      ? []
      : await disputesOf(deps.db, brandId)
          .where('d.state', '<>', sql.lit('open'))
          .$if(state !== undefined, (some) => some.where('d.state', '=', state!))
          .$if(!isFirst, (some) =>
            some.where(sql<boolean>`(d.updated_at, d.attempt_id) < (${afterAt}::timestamptz, ${afterOrder}::uuid)`),
          )
          .orderBy('d.updated_at', 'desc')
          .orderBy('d.attempt_id', 'desc')
          .limit(pageSize + 1)
          .execute()
  const now = deps.clock()
  return {
    disputes: [...open, ...decided.slice(0, pageSize)].map((row) => disputeView(deps, row, now)),
    more: decided.length > pageSize,
  }
}

/** Disputes with their orders, and the answer that counts. */
export const disputesOf = (db: Executor, brandId: string) =>
  db
    .selectFrom('disputes as d')
    .innerJoin('payment_attempts as a', 'a.id', 'd.attempt_id')
    .leftJoin('dispute_answers as n', (join) =>
      join.onRef('n.attempt_id', '=', 'd.attempt_id').on('n.state', '<>', sql.lit('refused')),
    )
    .select([
      'd.attempt_id',
      'd.state',
      'd.reason',
      'd.due_at',
      'd.awaits_us',
      'd.provider_ref',
      'd.contested_minor',
      'd.contested_currency',
      'd.used_minor',
      'd.credits',
      'd.opened_at',
      'd.updated_at',
      'a.plan_id',
      'a.provider',
      'a.connection',
      'a.amount_minor',
      'a.currency',
      'n.kind as answer_kind',
      'n.state as answer_state',
    ])
    .select(sql<LocalText | null>`a.plan -> 'name'`.as('plan_name'))
    .where('d.brand_id', '=', brandId)

export type DisputeOfOrder = Awaited<ReturnType<ReturnType<typeof disputesOf>['execute']>>[number]

export const disputeView = (deps: Pick<FinanceDeps, 'connections'>, row: DisputeOfOrder, now: Date): DisputeRow => ({
  order: row.attempt_id,
  number: orderNumberOf(row.attempt_id),
  plan: row.plan_id,
  planName: row.plan_name,
  provider: row.provider,
  amountMinor: row.amount_minor,
  currency: row.currency,
  contestedMinor: row.contested_minor,
  contestedCurrency: row.contested_currency,
  state: row.state as DisputeState,
  stage: stageOf(row, deps.connections.byId(row.connection)?.provider.disputeAnswers !== undefined, now),
  reason: row.reason as DisputeReasonWord | null,
  dueAt: row.due_at?.toISOString() ?? null,
  openedAt: row.opened_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

function stageOf(row: DisputeOfOrder, hasApi: boolean, now: Date): DisputeStage {
  if (row.state !== 'open') return 'decided'
  if (row.answer_state === 'submitting') return 'sending'
  if (row.answer_state === 'sent') return row.answer_kind === 'evidence' ? 'answered' : 'accepted'
  if (row.due_at !== null && row.due_at <= now) return 'overdue'
  if (!hasApi || row.provider_ref === null) return 'elsewhere'
  return row.awaits_us ? 'to_answer' : 'with_provider'
}
