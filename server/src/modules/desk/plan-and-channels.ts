import type { StaffPrincipal } from '#platform/caller.ts'
import type { TicketState } from '@incontro/contract/admin'
import { isAllowed } from '@incontro/contract/admin'
import { currentSubscription, renewalPlanOf } from '#modules/subscriptions/index.ts'
import type { Executor } from '#platform/database/database.ts'

/** Tickets that the file lists, the newest; the others are found by the member's address. */
const mostTickets = 20
/** A member has one for each browser that asked. */
const mostDevices = 20

/** The term that runs, and what becomes of it. */
export async function planOf(executor: Executor, memberId: string, at: Date) {
  const term = await currentSubscription(executor, memberId, at)
  return term
    ? {
        plan: term.plan_id,
        state: term.state as 'active' | 'past_due' | 'cancelled',
        until: term.period_end.toISOString(),
        renews: term.renews && term.state !== 'cancelled',
        next: renewalPlanOf(term).plan.id,
      }
    : null
}

/** Where notices reach the member besides mail. */
export async function channelsOf(executor: Executor, memberId: string) {
  const devices = await executor
    .selectFrom('push_devices')
    .select(['created_at', 'last_ok_at'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(mostDevices)
    .execute()
  const telegram = await executor
    .selectFrom('telegram_links')
    .select('linked_at')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return {
    push: devices.map((one) => ({
      createdAt: one.created_at.toISOString(),
      lastOkAt: one.last_ok_at?.toISOString() ?? null,
    })),
    telegramSince: telegram?.linked_at?.toISOString() ?? null,
  }
}

/** What the member wrote to support; null for those who do not answer it. */
export async function ticketsOf(
  executor: Executor,
  { staff, brandId, memberId }: { readonly staff: StaffPrincipal; readonly brandId: string; readonly memberId: string },
) {
  const roles = staff.roles.filter((one) => one.brandId === brandId).map(({ role }) => role)
  if (!isAllowed('answerTickets', roles)) return null
  const rows = await executor
    .selectFrom('tickets')
    .select(['id', 'subject', 'state', 'last_at'])
    .where('member_id', '=', memberId)
    .where('brand_id', '=', brandId)
    .orderBy('last_at', 'desc')
    .limit(mostTickets)
    .execute()
  return rows.map((one) => ({
    id: one.id,
    subject: one.subject,
    state: one.state as TicketState,
    at: one.last_at.toISOString(),
  }))
}
