import type { ContactTopic, Locale } from '@incontro/contract'
import type { adminRoutes } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { newId } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { TicketDeps } from '../deps.ts'
import { answersTo } from './answers-to.ts'
import { audited, lockTicket, requireVersion, type Ticket } from './ticket-row.ts'
import { jobKey, standingOf } from './undo-answer.ts'

/** How long an answer can be taken back. */
export const undoMs = 10_000
/** Characters of the question that an answer repeats, and mails of the thread that its header names. */
const [mostQuoted, mostReferences] = [2000, 20]

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
    const state = body.close ? 'closed' : 'waiting'
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
        undo: JSON.stringify(standingOf(ticket, state)),
      })
      .execute()
    await tx
      .updateTable('tickets')
      .set((eb) => ({
        state,
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
