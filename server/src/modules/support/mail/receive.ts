import { sql } from 'kysely'
import type { Brand } from '#modules/brands/index.ts'
import { type Handled, type NamedTicket, ticketNamedIn } from '#modules/outreach/index.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { type Keys, newId } from '#platform/ids.ts'
import type { Ticket } from '../tickets/ticket-row.ts'
import { type IncomingMail, readMail } from './read-mail.ts'

export interface ReceiveDeps {
  /** One mailbox serves all databases. */
  readonly everyDatabase: () => readonly { readonly db: Database; readonly brandIds: readonly string[] }[]
  readonly keys: Keys
  readonly brandOf: (brandId: string) => Pick<Brand, 'title' | 'mail'> | undefined
  readonly clock: () => Date
}

/** Mails of a day that one ticket takes: of people, and of programs. */
const mostADay = { member: 40, automatic: 3 }

/**
 * Adds a reply to the ticket that it names, once. It opens the ticket again unless a program sent it. What names no ticket
 * of ours, and what is too much for one, is left in the mailbox.
 * @returns `kept` if it has attachments: they are not stored, and stay in the mailbox
 */
export async function receiveReply(deps: ReceiveDeps, raw: Buffer, isWhole: boolean): Promise<Handled> {
  const mail = await readMail(raw)
  if (!mail) return 'unknown'
  const databases = deps.everyDatabase()
  const brandIds = databases.flatMap((one) => one.brandIds)
  const named = mail.names
    .map((text) => ticketNamedIn(deps.keys, brandIds, text))
    .find((one): one is NamedTicket => one !== undefined)
  const database = databases.find((one) => named && one.brandIds.includes(named.brandId))
  const brand = named && deps.brandOf(named.brandId)
  // A mail of ours that comes back is not answered by itself.
  if (!named || !database || !brand || mail.from === brand.mail.address.toLowerCase()) return 'unknown'
  const isTaken = await database.db.transaction().execute((tx) => addTo(tx, named, mail, brand.title, deps.clock()))
  if (!isTaken) return 'unknown'
  return isWhole && mail.attachments.length === 0 ? 'done' : 'kept'
}

async function addTo(
  tx: Tx,
  { brandId, ticketId }: NamedTicket,
  mail: IncomingMail,
  brandTitle: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<Ticket>`
    select * from tickets where brand_id = ${brandId} and id = ${ticketId} for update`.execute(tx)
  const [ticket] = rows
  if (!ticket) return false
  const kind = mail.isAutomatic ? 'automatic' : 'member'
  const since = new Date(at.getTime() - 86_400_000)
  const today = await tx
    .selectFrom('ticket_messages')
    .select('source_hash')
    .where('brand_id', '=', brandId)
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', kind)
    .where('via', '=', 'mail')
    .where('created_at', '>', since)
    .limit(mostADay[kind])
    .execute()
  // The same mail again, after a process died before it was marked as read.
  if (today.some(({ source_hash: hash }) => hash?.equals(mail.sourceHash))) return true
  if (today.length >= mostADay[kind]) return false
  const added = await tx
    .insertInto('ticket_messages')
    .values({
      brand_id: brandId,
      ticket_id: ticketId,
      id: newId(),
      member_id: ticket.member_id,
      kind,
      via: 'mail',
      body: mail.body,
      quoted: mail.quoted,
      from_address: mail.from === ticket.email ? null : (mail.from ?? '?'),
      subject: mail.subject?.includes(`(${brandTitle})`) ? null : mail.subject,
      left_out: [...mail.attachments],
      message_id: mail.messageId,
      source_hash: mail.sourceHash,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n || mail.isAutomatic) return true
  await tx
    .updateTable('tickets')
    .set((eb) => ({
      state: 'open',
      waiting_since: ticket.waiting_since ?? at,
      last_at: at,
      version: eb('version', '+', 1),
    }))
    .where('brand_id', '=', brandId)
    .where('id', '=', ticketId)
    .execute()
  return true
}
