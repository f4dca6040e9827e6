import type { ContactTopic, Locale } from '@incontro/contract'
import type { adminRoutes } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { addJob, removeJob } from '#platform/jobs/jobs.ts'
import type { TicketDeps } from '../deps.ts'
import { answersTo } from './answers-to.ts'
import { audited, lockTicket, requireVersion, type Ticket } from './ticket-row.ts'

/** How long an answer can be taken back. */
export const undoMs = 10_000
/** Characters of the question that an answer repeats, and mails of the thread that its header names. */
const [mostQuoted, mostReferences] = [2000, 20]

const jobKey = (messageId: string): string => `ticket-answer ${messageId}`

/** How the ticket stood before an answer, to go back to. */
interface Before {
  readonly version: number
  readonly state: string
  readonly waitingSince: string | null
}

/**
 * Stores an answer, which is sent when it can no longer be taken back.
 * @throws Failure 403 `own_account`, 404, 409 `ticket_changed`
 */
export async function answerTicket(
  deps: TicketDeps,
  call: Call<typeof adminRoutes.answerTicket>,
): Promise<{ message: string; undoUntil: string }> {
  const { body, staff } = call
  const at = deps.clock()
  const message = newId()
  const runAt = new Date(at.getTime() + undoMs)
  await deps.db.transaction().execute(async (tx) => {
    const ticket = await lockTicket(tx, deps, call)
    requireVersion(ticket, body.version)
    const { brand_id: brandId, id } = ticket
    const before: Before = {
      version: ticket.version,
      state: ticket.state,
      waitingSince: ticket.waiting_since?.toISOString() ?? null,
    }
    await tx
      .insertInto('ticket_messages')
      .values({
        brand_id: brandId,
        ticket_id: id,
        id: message,
        member_id: ticket.member_id,
        kind: 'answer',
        via: 'console',
        author: staff.staffId,
        body: body.text.trim(),
        created_at: at,
        undo: JSON.stringify(before),
      })
      .execute()
    await tx
      .updateTable('tickets')
      .set((eb) => ({
        state: body.close ? 'closed' : 'waiting',
        waiting_since: null,
        last_at: at,
        version: eb('version', '+', 1),
        first_answered_at: ticket.first_answered_at ?? at,
        assigned_to: ticket.assigned_to ?? staff.staffId,
      }))
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .execute()
    await addJob(
      tx,
      'support-send-answer',
      { brandId, ticketId: id, messageId: message },
      { runAt, key: jobKey(message), urgent: true },
    )
    await deps.record(tx, {
      ...audited(call, ticket),
      action: 'ticket_answered',
      detail: { message, close: body.close },
    })
  })
  return { message, undoUntil: runAt.toISOString() }
}

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
      .returning(['body', 'undo'])
      .executeTakeFirst()
    if (!message) throw new Failure(409, 'sent_already', { message: 'The answer was sent already' })
    const before = message.undo as unknown as Before
    const { newest, waitingSince, firstAnsweredAt } = await remaining(tx, ticket)
    const stands = standing(ticket, before, newest === 'member')
    await tx
      .updateTable('tickets')
      .set((eb) => ({
        state: stands,
        waiting_since: stands === 'open' ? (ticket.waiting_since ?? before.waitingSince ?? waitingSince ?? at) : null,
        first_answered_at: firstAnsweredAt,
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

/** The state of a ticket whose answer is taken back: what came or was done in the meantime stays as it is. */
function standing(ticket: Ticket, before: Before, isAsked: boolean): string {
  if (ticket.version === before.version + 1) return before.state
  return isAsked ? 'open' : ticket.state
}

/** What is left of a thread: which kind is the newest, since when it waits, and when it was answered first. */
async function remaining(tx: Tx, { brand_id: brandId, id }: Ticket) {
  const { rows } = await sql<{ newest: string | null; waitingSince: Date | null; firstAnsweredAt: Date | null }>`
    with said as (
      select id, kind, created_at from ticket_messages
      where brand_id = ${brandId} and ticket_id = ${id} and kind in ('member', 'answer'))
    select (select kind from said order by id desc limit 1) as newest,
      (select min(created_at) from said where kind = 'answer') as "firstAnsweredAt",
      (select created_at from said where kind = 'member'
        and id > all (select id from said where kind = 'answer') order by id limit 1) as "waitingSince"`.execute(tx)
  return rows[0]!
}

export interface AnswerJob {
  readonly brandId: string
  readonly ticketId: string
  readonly messageId: string
}

export type SendDeps = Pick<TicketDeps, 'db' | 'enqueueEmail' | 'readsMail' | 'clock'>

/** Queues the mail of an answer that was not taken back, once. */
export async function sendAnswer(deps: SendDeps, { brandId, ticketId, messageId }: AnswerJob): Promise<void> {
  const at = deps.clock()
  await deps.db.transaction().execute(async (tx) => {
    // The same lock as taking it back.
    const { rows } = await sql<Ticket>`
      select * from tickets where brand_id = ${brandId} and id = ${ticketId} for update`.execute(tx)
    const [ticket] = rows
    if (!ticket) return
    const emailId = newId()
    const answer = await tx
      .updateTable('ticket_messages')
      .set({ sent_at: at, email_id: emailId, undo: null })
      .where('brand_id', '=', brandId)
      .where('ticket_id', '=', ticketId)
      .where('id', '=', messageId)
      .where('kind', '=', 'answer')
      .where('sent_at', 'is', null)
      .returning('body')
      .executeTakeFirst()
    if (!answer) return
    const { address, quotes } = await answersTo(tx, ticket, messageId)
    const { question, ...thread } = await threadOf(tx, ticket, messageId)
    await deps.enqueueEmail(tx, {
      id: emailId,
      brandId,
      memberId: await accountAt(tx, ticket, address),
      kind: 'support-answer',
      to: address,
      locale: ticket.locale as Locale,
      props: {
        ticketId,
        topic: ticket.topic as ContactTopic,
        text: answer.body,
        canReply: deps.readsMail,
        ...thread,
        question: quotes ? question : '',
      },
    })
  })
}

/** The ticket's member, if the address is their account's: a mail to another one is no mail to the account. */
async function accountAt(tx: Tx, { member_id: id }: Ticket, email: string): Promise<string | null> {
  if (id === null) return null
  const member = await tx
    .selectFrom('members')
    .select('id')
    .where('id', '=', id)
    .where('email', '=', email)
    .executeTakeFirst()
  return member?.id ?? null
}

/** What the answer is to: what they wrote last, never notes or what others wrote, and the mails before it. */
async function threadOf(tx: Tx, { brand_id: brandId, id }: Ticket, messageId: string) {
  const messages = await tx
    .selectFrom('ticket_messages')
    .select(['kind', 'body', 'subject', 'message_id', 'email_id', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('ticket_id', '=', id)
    .where('id', '<', messageId)
    .where('kind', 'in', ['member', 'answer'])
    .orderBy('id', 'desc')
    .limit(mostReferences)
    .execute()
  const question = messages.find(({ kind }) => kind === 'member')
  const body = question?.body ?? ''
  return {
    isFirst: !messages.some(({ kind, message_id: mailId }) => kind === 'answer' || mailId !== null),
    subject: question?.subject ?? null,
    question: body.length > mostQuoted ? `${body.slice(0, mostQuoted).replace(/[\uD800-\uDBFF]$/, '')}…` : body,
    askedAt: (question?.created_at ?? new Date(0)).toISOString(),
    inReplyTo: question?.message_id ?? null,
    // Oldest first.
    references: messages.toReversed().flatMap(nameOf),
  }
}

type Reference = { readonly mailId: string } | { readonly emailId: string }

/**
 * What a mail's header names the mail of a message by: none for the contact form, and for an answer that is not sent.
 */
function nameOf(message: { readonly message_id: string | null; readonly email_id: string | null }): Reference[] {
  const { message_id: mailId, email_id: emailId } = message
  if (mailId !== null) return [{ mailId }]
  return emailId === null ? [] : [{ emailId }]
}
