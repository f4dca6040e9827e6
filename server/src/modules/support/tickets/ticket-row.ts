import { type Selectable, sql } from 'kysely'
import type { StaffPrincipal } from '#platform/caller.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Ticket as Row } from '#platform/database/database-types.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { TicketDeps } from '../deps.ts'

export type Ticket = Selectable<Row>

/** The part of a call that says who acts on which ticket. */
export interface TicketCall {
  readonly site: { readonly brandId: string }
  readonly params: { readonly id: string }
  readonly staff: StaffPrincipal
  readonly ip: string
}

/**
 * Locks the ticket that a call is about.
 * @throws Failure 403 `own_account` for a ticket of their own account as a member; 404, also for one of another brand
 */
export async function lockTicket(
  tx: Tx,
  { ownMemberIds }: Pick<TicketDeps, 'ownMemberIds'>,
  { site, params, staff }: TicketCall,
): Promise<Ticket> {
  const { rows } = await sql<Ticket>`
    select * from tickets where brand_id = ${site.brandId} and id = ${params.id} for update`.execute(tx)
  const [ticket] = rows
  if (!ticket) throw notFound()
  const own = ticket.member_id === null ? [] : await ownMemberIds(tx, staff, site.brandId)
  if (own.includes(ticket.member_id ?? ''))
    throw new Failure(403, 'own_account', { message: 'You wrote this as a member: a colleague has to answer it' })
  return ticket
}

/** @throws Failure 409 if anything was added or changed since the page showed it */
export function requireVersion(ticket: Ticket, version: number): void {
  if (ticket.version !== version)
    throw new Failure(409, 'ticket_changed', {
      message: 'Something was answered or added since: read it before you go on',
    })
}

/** What the audit keeps of an action; texts and addresses are in the ticket. */
export const audited = (
  { site, staff, ip }: TicketCall,
  ticket: Ticket,
): {
  brandId: string
  by: { staffId: string; address: string }
  subject: { kind: string; id: string }
  memberId?: string
} => ({
  brandId: site.brandId,
  by: { staffId: staff.staffId, address: ip },
  subject: { kind: 'ticket', id: ticket.id },
  ...(ticket.member_id !== null && { memberId: ticket.member_id }),
})
