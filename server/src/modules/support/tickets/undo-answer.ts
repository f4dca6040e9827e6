import type { adminRoutes } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { removeJob } from '#platform/jobs/jobs.ts'
import type { TicketDeps } from '../deps.ts'
import { audited, lockTicket, type Ticket } from './ticket-row.ts'

/** Of the job that sends an answer. */
export const jobKey = (messageId: string): string => `ticket-answer ${messageId}`

/** How a ticket stood before an answer, to go back to. What an answer of the version before lacks is optional. */
interface Standing {
  readonly state: string
  readonly waitingSince: string | null
  readonly assignedTo?: string | null
  readonly lastAt?: string
  /** What the answer made of it. */
  readonly after?: string
}

export const standingOf = (ticket: Ticket, after: string): Standing => ({
  state: ticket.state,
  waitingSince: ticket.waiting_since?.toISOString() ?? null,
  assignedTo: ticket.assigned_to,
  lastAt: ticket.last_at.toISOString(),
  after,
})

/** @throws Failure 403 `own_account`, 404, 409 `sent_already` for an answer that is sent, or a colleague's */
export async function undoAnswer(
  deps: TicketDeps,
  call: Call<typeof adminRoutes.undoTicketAnswer>,
): Promise<{ text: string }> {
  const { body, staff } = call
  const at = deps.clock()
  return deps.db.transaction().execute(async (tx) => {
    const ticket = await lockTicket(tx, deps, call)
    const { brand_id: brandId, id } = ticket
    const message = await tx
      .deleteFrom('ticket_messages')
      .where('brand_id', '=', brandId)
      .where('ticket_id', '=', id)
      .where('id', '=', body.message)
      .where('kind', '=', 'answer')
      .where('author', '=', staff.staffId)
      .where('sent_at', 'is', null)
      .returning(['body', 'undo', 'created_at'])
      .executeTakeFirst()
    if (!message) throw new Failure(409, 'sent_already', { message: 'The answer was sent already' })
    const before = message.undo as unknown as Standing
    const since = await remaining(tx, ticket, body.message)
    if (since.nextAnswer !== null) await passOn(tx, ticket, before, since.nextAnswer)
    const state = stateWithout(ticket, before, since.newest)
    // An answer that stands has answered what came before it.
    const waited = since.nextAnswer === null && before.state === 'open' ? before.waitingSince : null
    await tx
      .updateTable('tickets')
      .set((eb) => ({
        state,
        waiting_since: state === 'open' ? (earlier(ticket.waiting_since, waited) ?? since.waitingSince ?? at) : null,
        first_answered_at: since.firstAnsweredAt,
        // Answering took it; a colleague to whom it was handed since keeps it.
        ...(before.assignedTo === null && ticket.assigned_to === staff.staffId && { assigned_to: null }),
        ...(before.lastAt !== undefined &&
          ticket.last_at.getTime() === message.created_at.getTime() && { last_at: new Date(before.lastAt) }),
        version: eb('version', '+', 1),
      }))
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .execute()
    await removeJob(tx, jobKey(body.message))
    await deps.record(tx, {
      ...audited(call, ticket),
      action: 'ticket_answer_undone',
      detail: { message: body.message },
    })
    return { text: message.body }
  })
}

/**
 * The state of a ticket whose answer is taken back. What came or was answered in the meantime stays as it is, and no
 * question is left without an answer because a colleague took it for answered, and closed it.
 * @param newest the kind of what was said last since that answer
 */
function stateWithout(ticket: Ticket, before: Standing, newest: string | null): string {
  if (newest === 'member') return 'open'
  if (newest === 'answer') return ticket.state
  const isChanged = before.after !== undefined && ticket.state !== before.after
  return isChanged && before.state !== 'open' ? ticket.state : before.state
}

const earlier = (one: Date | null, other: string | null): Date | null =>
  other === null || (one !== null && one <= new Date(other)) ? one : new Date(other)

/** What was said since an answer that is taken back, and what is left of the thread. */
async function remaining(tx: Tx, { brand_id: brandId, id }: Ticket, message: string) {
  const { rows } = await sql<{
    newest: string | null
    nextAnswer: string | null
    waitingSince: Date | null
    firstAnsweredAt: Date | null
  }>`
    with said as (
      select id, kind, created_at from ticket_messages
      where brand_id = ${brandId} and ticket_id = ${id} and kind in ('member', 'answer'))
    select (select kind from said where id > ${message} order by id desc limit 1) as newest,
      (select id from said where id > ${message} and kind = 'answer' order by id limit 1) as "nextAnswer",
      (select min(created_at) from said where kind = 'answer') as "firstAnsweredAt",
      (select created_at from said where kind = 'member'
        and id > all (select id from said where kind = 'answer') order by id limit 1) as "waitingSince"`.execute(tx)
  return rows[0]!
}

/** The next answer was given to a ticket that this one had answered: taken back as well, it goes back to before both. */
async function passOn(tx: Tx, { brand_id: brandId, id }: Ticket, before: Standing, answer: string): Promise<void> {
  await sql`
    update ticket_messages set undo = undo || ${JSON.stringify({ state: before.state, waitingSince: before.waitingSince })}::jsonb
    where brand_id = ${brandId} and ticket_id = ${id} and id = ${answer} and undo ->> 'state' <> 'open'
      and (${before.state} = 'open' or undo ->> 'state' = ${before.after ?? ''})`.execute(tx)
}
