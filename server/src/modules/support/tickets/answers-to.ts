import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import type { Ticket } from './ticket-row.ts'

interface AnswersTo {
  readonly address: string
  /**
   * Whether the mail may repeat the question: not what was written in the account, to an address that is not its own.
   */
  readonly quotes: boolean
}

/**
 * Where an answer goes: to where its question came from. What a member adds in the account, or by mail from the
 * account's confirmed address, is answered there, whatever address the ticket was opened with.
 * @param before the answer; without it, the next one
 */
export async function answersTo(executor: Executor, ticket: Ticket, before?: string): Promise<AnswersTo> {
  const { brand_id: brandId, id, member_id: memberId } = ticket
  const { rows } = await sql<{ account: string | null; via: string; from: string | null; isFirst: boolean }>`
    select m.email as account, q.via, q.from_address as "from", not exists (
      select from ticket_messages f
      where f.brand_id = q.brand_id and f.ticket_id = q.ticket_id and f.kind = 'member' and f.id < q.id) as "isFirst"
    from ticket_messages q
    left join members m on m.id = ${memberId}::uuid and m.email_confirmed_at is not null and m.state <> 'deleted'
    where q.brand_id = ${brandId} and q.ticket_id = ${id} and q.kind = 'member'
      ${before === undefined ? sql`` : sql`and q.id < ${before}`}
    order by q.id desc limit 1`.execute(executor)
  const [question] = rows
  if (!question) return { address: ticket.email, quotes: false }
  const { account, via, from, isFirst } = question
  const isFromAccount = via === 'mail' ? from !== null && from === account : !isFirst
  if (!isFromAccount) return { address: ticket.email, quotes: true }
  return { address: account ?? ticket.email, quotes: account !== null }
}
