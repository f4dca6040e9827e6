import type { adminRoutes } from '@incontro/contract/admin'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import type { TicketDeps } from '../deps.ts'
import { audited, lockTicket, requireVersion } from './ticket-row.ts'

/** Adds a note for colleagues. @throws Failure 403 `own_account`, 404 */
export async function noteTicket(deps: TicketDeps, call: Call<typeof adminRoutes.noteTicket>): Promise<void> {
  const at = deps.clock()
  await deps.db.transaction().execute(async (tx) => {
    const ticket = await lockTicket(tx, deps, call)
    await tx
      .insertInto('ticket_messages')
      .values({
        brand_id: ticket.brand_id,
        ticket_id: ticket.id,
        id: newId(),
        member_id: ticket.member_id,
        kind: 'note',
        via: 'console',
        author: call.staff.staffId,
        body: call.body.text.trim(),
        created_at: at,
      })
      .execute()
    await tx
      .updateTable('tickets')
      .set((eb) => ({ version: eb('version', '+', 1), last_at: at }))
      .where('brand_id', '=', ticket.brand_id)
      .where('id', '=', ticket.id)
      .execute()
    await deps.record(tx, { ...audited(call, ticket), action: 'ticket_noted' })
  })
}

/** Closes a ticket without an answer, or opens it again. @throws Failure 403 `own_account`, 404, 409 `ticket_changed` */
export async function setTicketState(deps: TicketDeps, call: Call<typeof adminRoutes.setTicketState>): Promise<void> {
  const { state, version } = call.body
  const at = deps.clock()
  await deps.db.transaction().execute(async (tx) => {
    const ticket = await lockTicket(tx, deps, call)
    requireVersion(ticket, version)
    if (ticket.state === state) return
    await tx
      .updateTable('tickets')
      .set((eb) => ({
        state,
        waiting_since: state === 'open' ? at : null,
        last_at: at,
        version: eb('version', '+', 1),
      }))
      .where('brand_id', '=', ticket.brand_id)
      .where('id', '=', ticket.id)
      .execute()
    await deps.record(tx, {
      ...audited(call, ticket),
      action: 'ticket_state_set',
      detail: { before: ticket.state, after: state },
    })
  })
}

/** @throws Failure 400 `staff_unknown` for a person who does not answer at the brand, 403 `own_account`, 404 */
export async function assignTicket(deps: TicketDeps, call: Call<typeof adminRoutes.assignTicket>): Promise<void> {
  const { staffId } = call.body
  const { brandId } = call.site
  if (staffId !== null && !(await deps.colleaguesOf(brandId)).some(({ id }) => id === staffId))
    throw new Failure(400, 'staff_unknown', { field: 'staffId', message: 'This person does not answer at the brand' })
  await deps.db.transaction().execute(async (tx) => {
    const ticket = await lockTicket(tx, deps, call)
    if (ticket.assigned_to === staffId) return
    // No new version: who answers is not what is answered.
    await tx
      .updateTable('tickets')
      .set({ assigned_to: staffId })
      .where('brand_id', '=', brandId)
      .where('id', '=', ticket.id)
      .execute()
    await deps.record(tx, {
      ...audited(call, ticket),
      action: 'ticket_assigned',
      detail: { before: ticket.assigned_to, after: staffId },
    })
  })
}
