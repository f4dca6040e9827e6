import type { adminRoutes } from '@incontro/contract/admin'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { openDisputesAndClaims } from '../back-office/claims.ts'
import { resolvePayment } from '../back-office/decide.ts'
import { strayEvents } from '../back-office/waiting.ts'
import { unannouncedRenewals } from '../renewals/reminders.ts'
import type { FinanceDeps } from './deps.ts'
import { orderAt } from './order-file.ts'
import { flaggedOrders, orderView } from './orders.ts'

const most = 200
const strayDays = 30

/** What waits for a person at the brand, longest first. */
export async function waitingMoney(deps: FinanceDeps, { site: { brandId } }: Call<typeof adminRoutes.waitingMoney>) {
  const now = deps.clock()
  const flagged = await flaggedOrders(deps.db, brandId, most)
  const { claims } = await openDisputesAndClaims(deps.db, brandId)
  const own = deps.connections.all.filter((one) => one.brandId === null || one.brandId === brandId)
  const strays = await strayEvents(
    deps.db,
    own.map(({ id }) => id),
    new Date(now.getTime() - strayDays * 86_400_000),
  )
  const renewals = await unannouncedRenewals(deps.db, brandId, now)
  return {
    payments: flagged.map((row) => ({
      ...orderView(row),
      flagged: row.flagged ?? '',
      flaggedAt: (row.flagged_at ?? row.created_at).toISOString(),
      refundDueAt: row.refund_due_at?.toISOString() ?? null,
    })),
    claims: claims.slice(0, most).map((one) => ({
      order: one.attempt_id,
      at: one.updated_at.toISOString(),
      usedMinor: one.used_minor,
      currency: one.currency,
    })),
    strays: strays.map(({ connection, eventId, receivedAt }) => ({
      connection,
      event: eventId,
      at: receivedAt.toISOString(),
    })),
    renewals: renewals.map((one) => ({
      subscription: one.subscription,
      memberId: one.memberId,
      renewsAt: one.renewsAt.toISOString(),
      until: one.until.toISOString(),
    })),
  }
}

/** Closes what was read of an order. @throws Failure 403 `own_account`, 404, 409 `nothing_waits` */
export async function resolveOrder(deps: FinanceDeps, call: Call<typeof adminRoutes.resolvePayment>): Promise<void> {
  const { id } = await orderAt(deps, call)
  const { flagged, reason } = call.body
  const madeBy = `staff:${call.staff.staffId}`
  const outcome = await resolvePayment(deps, { attemptId: id, madeBy, address: call.ip, reason, flagged })
  if (outcome !== 'resolved')
    throw new Failure(409, 'nothing_waits', { message: 'What was shown of this order does not wait any more' })
}
