import { type ContactTopic, type Locale, normaliseEmail } from '@incontro/contract'
import type { Executor, Tx } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { firstWords } from './first-words.ts'

export interface NewTicket {
  readonly brandId: string
  /** The signed-in sender. */
  readonly memberId: string | null
  readonly name: string
  /** Where answers go. */
  readonly email: string
  readonly topic: ContactTopic
  readonly message: string
  readonly locale: Locale
  readonly at: Date
}

/**
 * Opens a ticket with its first message. It belongs to the signed-in member, otherwise to the one whose confirmed address
 * it is; the sender learns nothing about that.
 * @returns whether its sender can read it: they were signed in
 */
export async function openTicket(tx: Tx, ticket: NewTicket): Promise<boolean> {
  const { brandId, name, topic, message, locale, at } = ticket
  const email = normaliseEmail(ticket.email)
  const memberId = ticket.memberId ?? (await ownerOf(tx, brandId, email))
  const id = newId()
  await tx
    .insertInto('tickets')
    .values({
      brand_id: brandId,
      id,
      member_id: memberId,
      signed_in: ticket.memberId !== null,
      name,
      email,
      topic,
      subject: firstWords(message),
      locale,
      opened_at: at,
      waiting_since: at,
      last_at: at,
    })
    .execute()
  await tx
    .insertInto('ticket_messages')
    .values({
      brand_id: brandId,
      ticket_id: id,
      id: newId(),
      member_id: memberId,
      kind: 'member',
      via: 'form',
      body: message,
      created_at: at,
    })
    .execute()
  return ticket.memberId !== null
}

/** The member whose address it is, if they have shown that. */
async function ownerOf(tx: Executor, brandId: string, email: string): Promise<string | null> {
  const owner = await tx
    .selectFrom('member_emails as e')
    .innerJoin('members as m', 'm.id', 'e.member_id')
    .select('m.id')
    .where('e.brand_id', '=', brandId)
    .where('e.email', '=', email)
    .where('m.email', '=', email)
    .where('m.email_confirmed_at', 'is not', null)
    .where('m.state', '<>', 'deleted')
    .executeTakeFirst()
  return owner?.id ?? null
}
