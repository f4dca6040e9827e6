import type { adminRoutes, OrderFile } from '@incontro/contract/admin'
import type { Call } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { type Attempt, attemptOf } from '../attempts/attempts.ts'
import { goesBackByDispute } from '../disputes/disputes.ts'
import { leftToRefund, tookMoney, underWayMinor } from '../withdrawals/left-to-refund.ts'
import { type FinanceDeps, refuseOwn } from './deps.ts'
import { historyOf } from './order-history.ts'
import { orderView } from './orders.ts'

/** An order of the brand. @throws Failure 403 `own_account`, 404, also for an order of another brand */
export async function orderAt(
  deps: FinanceDeps,
  call: Pick<Call<typeof adminRoutes.openOrder>, 'site' | 'params' | 'staff'>,
): Promise<Attempt> {
  const attempt = await attemptOf(deps.db, call.params.order)
  if (attempt?.brand_id !== call.site.brandId) throw notFound()
  await refuseOwn(deps, call, attempt.member_id)
  return attempt
}

/** An order with its history. The opening is recorded. @throws Failure 403 `own_account`, 404 */
export async function openOrder(deps: FinanceDeps, call: Call<typeof adminRoutes.openOrder>): Promise<OrderFile> {
  const attempt = await orderAt(deps, call)
  const { id, member_id: memberId, brand_id: brandId } = attempt
  const { db } = deps
  const member = await db
    .selectFrom('members')
    .select(['country', 'state'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const claim = await db
    .selectFrom('disputes')
    .select('used_minor')
    .where('attempt_id', '=', id)
    .where('state', '=', 'lost')
    .where('used_minor', '>', 0)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  // The payments of who was erased belong to a row that names no one.
  const hasMember = member.state !== 'deleted'
  const view: OrderFile = {
    ...orderView({ ...attempt, country: member.country, plan_name: attempt.plan.name ?? null }),
    connection: attempt.connection,
    code: attempt.code,
    memberId,
    hasMember,
    flow: attempt.flow_id,
    grantedAt: attempt.granted_at?.toISOString() ?? null,
    withdrawnAt: attempt.withdrawn_at?.toISOString() ?? null,
    creditMinor: attempt.credit_minor,
    leftMinor: tookMoney(attempt) && !(await goesBackByDispute(db, attempt)) ? await leftToRefund(db, attempt) : 0,
    underWayMinor: await underWayMinor(db, id),
    flaggedAt: attempt.flagged_at?.toISOString() ?? null,
    refundDueAt: attempt.refund_due_at?.toISOString() ?? null,
    claimMinor: claim?.used_minor ?? null,
    history: await historyOf(deps, attempt),
  }
  await db.transaction().execute((tx) =>
    deps.record(tx, {
      brandId,
      by: { staffId: call.staff.staffId, address: call.ip },
      action: 'order_opened',
      subject: { kind: 'order', id },
      reason: call.body.reason,
      ...(hasMember && { memberId }),
    }),
  )
  return view
}
