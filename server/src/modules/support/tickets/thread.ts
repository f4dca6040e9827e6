import type { AccountState, adminRoutes, TicketView } from '@incontro/contract/admin'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import type { TicketMessage as MessageRow } from '#platform/database/database-types.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import type { TicketDeps } from '../deps.ts'
import { undoMs } from './answer.ts'
import { answersTo } from './answers-to.ts'
import { isHeld, rowView } from './list.ts'
import { audited, lockTicket, type Ticket } from './ticket-row.ts'

/** A ticket that is open in a browser is asked for again before this is over. */
const claimMs = 3 * 60_000
/** Newest messages that a thread shows, and older tickets beside it. */
const [mostMessages, mostOthers] = [200, 5]

type ShownMessage = Selectable<MessageRow> & { readonly email_state: string | null }

/**
 * A ticket with its thread. It is claimed if no colleague has it open, and kept by asking again. The first of these
 * requests is recorded as an opening.
 * @throws Failure 400 `reason_needed`, 403 `own_account`, 404
 */
export async function openThread(deps: TicketDeps, call: Call<typeof adminRoutes.openTicket>): Promise<TicketView> {
  const {
    staff,
    body: { reason },
  } = call
  const at = deps.clock()
  const { ticket, held, messages, member, others, address } = await deps.db.transaction().execute(async (tx) => {
    const ticket = await lockTicket(tx, deps, call)
    const wasTheirs = ticket.claimed_by === staff.staffId && (ticket.claimed_until ?? at) > at
    // Who asks for what waits in the inbox answers it; everything else is looked up for a reason.
    if (!wasTheirs && ticket.state !== 'open' && reason === undefined)
      throw new Failure(400, 'reason_needed', {
        field: 'reason',
        message: 'It waits for no answer: say why you open it',
      })
    const held = isHeld(ticket, staff.staffId, at)
    if (!held) await claim(tx, ticket, staff.staffId, at)
    const { address } = await answersTo(tx, ticket)
    const read = {
      ticket,
      held,
      address,
      messages: await messagesOf(tx, ticket),
      member: await memberOf(tx, ticket, address),
      others: await othersOf(tx, ticket),
    }
    if (!wasTheirs)
      await deps.record(tx, {
        ...audited(call, ticket),
        action: 'ticket_opened',
        ...(reason !== undefined && { reason }),
        detail: { state: ticket.state },
      })
    return read
  })
  const authors = messages.flatMap(({ author }) => author ?? [])
  const names = await deps.namesOf(
    [ticket.assigned_to, held ? ticket.claimed_by : null, ...authors].filter((id): id is string => id !== null),
  )
  return {
    ...rowView(ticket, names, staff.staffId, at),
    version: ticket.version,
    email: ticket.email,
    answersTo: address,
    signedIn: ticket.signed_in,
    member,
    others,
    messages: messages.map((one) => messageView(one, names, staff.staffId)),
    readsMail: deps.readsMail,
  }
}

async function claim(tx: Tx, { brand_id: brandId, id }: Ticket, staffId: string, at: Date): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ claimed_by: staffId, claimed_until: new Date(at.getTime() + claimMs) })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()
}

/** Leaves a ticket to others. What a colleague has claimed since stays theirs. */
export async function releaseTicket(
  { db }: TicketDeps,
  { site, params, staff }: Call<typeof adminRoutes.releaseTicket>,
): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ claimed_by: null, claimed_until: null })
    .where('brand_id', '=', site.brandId)
    .where('id', '=', params.id)
    .where('claimed_by', '=', staff.staffId)
    .execute()
}

async function messagesOf(tx: Tx, { brand_id: brandId, id }: Ticket): Promise<ShownMessage[]> {
  const { rows } = await sql<ShownMessage>`
    select m.*, e.state as email_state from ticket_messages m left join emails e on e.id = m.email_id
    where m.brand_id = ${brandId} and m.ticket_id = ${id}
    order by m.id desc limit ${sql.lit(mostMessages)}`.execute(tx)
  return rows.toReversed()
}

type MessageView = TicketView['messages'][number]

const messageView = (one: ShownMessage, names: ReadonlyMap<string, string>, staffId: string): MessageView => ({
  id: one.id,
  kind: one.kind as MessageView['kind'],
  via: one.via as MessageView['via'],
  by: one.author === null ? null : (names.get(one.author) ?? one.author),
  at: one.created_at.toISOString(),
  body: one.body,
  quoted: one.quoted,
  fromAddress: one.from_address,
  subject: one.subject,
  leftOut: one.left_out,
  outcome: one.kind === 'answer' && one.sent_at === null ? 'pending' : (one.email_state as MessageView['outcome']),
  undoUntil:
    one.kind === 'answer' && one.sent_at === null && one.author === staffId
      ? new Date(one.created_at.getTime() + undoMs).toISOString()
      : null,
})

async function memberOf(tx: Tx, ticket: Ticket, address: string): Promise<TicketView['member']> {
  if (ticket.member_id === null) return null
  const member = await tx
    .selectFrom('members')
    .select(['id', 'screen_name', 'email', 'state', 'level', 'created_at'])
    .where('id', '=', ticket.member_id)
    .where('brand_id', '=', ticket.brand_id)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()
  return member
    ? {
        id: member.id,
        name: member.screen_name,
        state: member.state as AccountState,
        level: member.level,
        since: member.created_at.toISOString(),
        hasThisAddress: member.email === address,
      }
    : null
}

async function othersOf(tx: Tx, ticket: Ticket): Promise<TicketView['others']> {
  if (ticket.member_id === null) return []
  const rows = await tx
    .selectFrom('tickets')
    .select(['id', 'subject', 'state', 'last_at'])
    .where('member_id', '=', ticket.member_id)
    .where('brand_id', '=', ticket.brand_id)
    .where('id', '<>', ticket.id)
    .orderBy('last_at', 'desc')
    .limit(mostOthers)
    .execute()
  return rows.map((one) => ({
    id: one.id,
    subject: one.subject,
    state: one.state as TicketView['state'],
    lastAt: one.last_at.toISOString(),
  }))
}
