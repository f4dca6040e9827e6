import type { ContactTopic, SupportRequest } from '@incontro/contract'
import { type Selectable, sql } from 'kysely'
import type { Database, Executor } from '#platform/database/database.ts'
import type { Ticket as Row } from '#platform/database/database-types.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'

interface Owner {
  readonly brandId: string
  readonly memberId: string
}

/** Requests and messages that a member is shown, the newest; what they may add to one request in a day. */
const [mostRequests, mostMessages, mostADay] = [50, 200, 40]

const shown = ['id', 'topic', 'subject', 'state', 'opened_at', 'last_at'] as const

const view = (one: Pick<Selectable<Row>, (typeof shown)[number]>): SupportRequest => ({
  id: one.id,
  topic: one.topic as ContactTopic,
  subject: one.subject,
  state: one.state as SupportRequest['state'],
  openedAt: one.opened_at.toISOString(),
  lastAt: one.last_at.toISOString(),
})

export async function ownRequests(executor: Executor, { brandId, memberId }: Owner): Promise<SupportRequest[]> {
  const rows = await executor
    .selectFrom('tickets')
    .select(shown)
    .where('member_id', '=', memberId)
    .where('brand_id', '=', brandId)
    .orderBy('last_at', 'desc')
    .limit(mostRequests)
    .execute()
  return rows.map(view)
}

/** Of the ticket's member, if it was confirmed. */
const accountAddress = sql<string | null>`(
  select m.email from members m where m.id = tickets.member_id and m.email_confirmed_at is not null)`

/** With its messages: theirs, what others wrote by mail, and answers that were sent. @throws Failure 404 */
export async function ownRequest(executor: Executor, owner: Owner, id: string) {
  const ticket = await executor
    .selectFrom('tickets')
    .select([...shown, accountAddress.as('account')])
    .where('brand_id', '=', owner.brandId)
    .where('id', '=', id)
    .where('member_id', '=', owner.memberId)
    .executeTakeFirst()
  if (!ticket) throw notFound()
  const messages = await executor
    .selectFrom('ticket_messages')
    .select(['id', 'kind', 'via', 'from_address', 'body', 'created_at'])
    .where('brand_id', '=', owner.brandId)
    .where('ticket_id', '=', id)
    .where((eb) =>
      eb.or([eb('kind', '=', 'member'), eb.and([eb('kind', '=', 'answer'), eb('sent_at', 'is not', null)])]),
    )
    .orderBy('id', 'desc')
    .limit(mostMessages)
    .execute()
  return {
    ...view(ticket),
    messages: messages.toReversed().map((one) => ({
      id: one.id,
      fromSupport: one.kind === 'answer',
      byMail: one.via === 'mail',
      fromAnotherAddress: one.from_address !== null && one.from_address !== ticket.account,
      time: one.created_at.toISOString(),
      text: one.body,
    })),
  }
}

/**
 * Adds a message to the member's own request, and opens it again.
 * @throws Failure 400 `errore_messaggio`, 404, 429 after so many in a day
 */
export async function addToRequest(
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  { brandId, memberId }: Owner,
  id: string,
  text: string,
): Promise<void> {
  if (!/[\p{L}\p{N}]/u.test(text))
    throw new Failure(400, 'errore_messaggio', { field: 'text', message: 'The message is missing: send one' })
  const at = clock()
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Selectable<Row>>`
      select * from tickets where brand_id = ${brandId} and id = ${id} and member_id = ${memberId} for update`.execute(
      tx,
    )
    const [ticket] = rows
    if (!ticket) throw notFound()
    const today = await tx
      .selectFrom('ticket_messages')
      .select('id')
      .where('brand_id', '=', brandId)
      .where('ticket_id', '=', id)
      .where('kind', '=', 'member')
      .where('created_at', '>', new Date(at.getTime() - 86_400_000))
      .limit(mostADay)
      .execute()
    if (today.length >= mostADay)
      throw new Failure(429, undefined, { message: 'Too many messages for one request today: write again tomorrow' })
    await tx
      .insertInto('ticket_messages')
      .values({
        brand_id: brandId,
        ticket_id: id,
        id: newId(),
        member_id: memberId,
        kind: 'member',
        via: 'form',
        body: text,
        created_at: at,
      })
      .execute()
    await tx
      .updateTable('tickets')
      .set((eb) => ({
        state: 'open',
        waiting_since: ticket.waiting_since ?? at,
        last_at: at,
        version: eb('version', '+', 1),
      }))
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .execute()
  })
}
