import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { conversationId } from '../../../platform/ids.ts'
import type { Leaving } from './erase-member.ts'
import { insertAnonymised } from './anonymised.ts'

interface Kept {
  readonly from: string
  readonly to: string
  readonly partner: string
}

/**
 * Leaves the member's conversations to those they were with, under an anonymised row: another author, and another id of the conversation,
 * since the old one is made from the member's. A conversation that nobody can read any more goes whole.
 */
export async function leaveConversations(tx: Tx, member: Leaving): Promise<void> {
  const { rows } = await sql<{ id: string; partner: string; read: boolean }>`
    select c.id, case when c.low_id = ${member.id} then c.high_id else c.low_id end as partner,
      exists (select from inbox i where i.conversation_id = c.id and i.member_id <> ${member.id}) as read
    from conversations c where c.low_id = ${member.id} or c.high_id = ${member.id} order by c.id for update of c`.execute(
    tx,
  )
  const read = rows.filter((row) => row.read)
  if (read.length > 0) {
    const anonymised = await insertAnonymised(tx, member)
    await reassign(
      tx,
      member.id,
      anonymised,
      read.map(({ id, partner }) => ({ from: id, to: conversationId(anonymised, partner), partner })),
    )
  }
  await removeUnread(
    tx,
    rows.filter((row) => !row.read),
  )
}

async function reassign(tx: Tx, memberId: string, anonymised: string, kept: readonly Kept[]): Promise<void> {
  const moves = sql`unnest(${kept.map(({ from }) => from)}::uuid[], ${kept.map(({ to }) => to)}::uuid[], ${kept.map(({ partner }) => partner)}::uuid[]) as v(old_id, new_id, partner)`
  await sql`
    insert into conversations (id, pool_id, low_id, high_id, last_seq, low_wrote, high_wrote, created_at)
    select v.new_id, c.pool_id, least(v.partner, ${anonymised}::uuid), greatest(v.partner, ${anonymised}::uuid), c.last_seq,
      case when (v.partner < ${anonymised}::uuid) = (c.low_id = v.partner) then c.low_wrote else c.high_wrote end,
      case when (v.partner < ${anonymised}::uuid) = (c.low_id = v.partner) then c.high_wrote else c.low_wrote end, c.created_at
    from ${moves} join conversations c on c.id = v.old_id`.execute(tx)
  await sql`
    update messages m set conversation_id = v.new_id, sender_id = case when m.sender_id = ${memberId} then ${anonymised}::uuid else m.sender_id end
    from ${moves} where m.conversation_id = v.old_id`.execute(tx)
  await sql`
    update inbox i set conversation_id = v.new_id, other_id = ${anonymised}::uuid
    from ${moves} where i.conversation_id = v.old_id and i.member_id = v.partner`.execute(tx)
  await sql`delete from inbox where member_id = ${memberId}`.execute(tx)
  await sql`delete from conversations where id = any(${kept.map(({ from }) => from)}::uuid[])`.execute(tx)
}

/** The partner was erased before, or nothing was ever said. */
async function removeUnread(tx: Tx, gone: readonly { readonly id: string; readonly partner: string }[]): Promise<void> {
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  await sql`delete from inbox where conversation_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from messages where conversation_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from conversations where id = any(${ids}::uuid[])`.execute(tx)
  await sql`
    delete from members m where m.state = 'deleted' and m.id = any(${gone.map(({ partner }) => partner)}::uuid[])
      and not exists (select from conversations c where c.low_id = m.id or c.high_id = m.id)`.execute(tx)
}
