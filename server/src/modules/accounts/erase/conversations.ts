import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import { conversationId } from '#platform/ids.ts'
import { insertAnonymised } from './anonymised.ts'
import type { Erasure } from './erasure.ts'
import { stepSize } from './step-size.ts'

/** Most conversations per step; fewer if they have more messages than a step handles. */
const mostConversations = 20

interface Found {
  readonly id: string
  readonly otherId: string
  readonly messages: number
  readonly read: boolean
}
interface Kept {
  readonly from: string
  readonly to: string
  readonly otherId: string
}

/**
 * Hands some of the member's conversations over to an anonymised author, for the other members who keep them. The
 * conversation gets a new id, because the old one is derived from the member's id. Conversations that no member can
 * read any more are deleted.
 */
export async function leaveConversations(tx: Tx, erasure: Erasure): Promise<boolean> {
  const found = withinStep([
    ...(await conversationsOf(tx, erasure.memberId, 'low_id', 'high_id')),
    ...(await conversationsOf(tx, erasure.memberId, 'high_id', 'low_id')),
  ])
  if (found.length === 0) {
    // A concurrent erasure of the other member may have changed a conversation's id while we waited for its lock: look
    // again.
    if (await hasAny(tx, erasure.memberId)) return false
    await tx.deleteFrom('inbox').where('member_id', '=', erasure.memberId).execute()
    return true
  }
  const read = found.filter((one) => one.read)
  if (read.length > 0) {
    await insertAnonymised(tx, erasure, erasure.authorId)
    await reassign(
      tx,
      erasure,
      read.map(({ id, otherId }) => ({ from: id, to: conversationId(erasure.authorId, otherId), otherId })),
    )
  }
  const unread = found.filter((one) => !one.read)
  if (unread.length > 0) await removeUnread(tx, erasure, unread)
  return false
}

async function hasAny(tx: Tx, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from conversations where low_id = ${memberId})
      or exists (select from conversations where high_id = ${memberId})`.execute(tx)
  return rows.length > 0
}

const conversationsOf = async (tx: Tx, memberId: string, side: 'low_id' | 'high_id', other: 'low_id' | 'high_id') =>
  (
    await sql<Found>`
      select c.id, c.${sql.ref(other)} as "otherId",
        coalesce((select max(m.seq) from messages m where m.conversation_id = c.id), 0) as messages,
        exists (select from inbox i where i.member_id = c.${sql.ref(other)} and i.conversation_id = c.id) as read
      from conversations c where c.${sql.ref(side)} = ${memberId} limit ${mostConversations} for update of c`.execute(
      tx,
    )
  ).rows

/** As many as have together no more messages than a step handles, and at least one. */
function withinStep(found: readonly Found[]): readonly Found[] {
  let room = stepSize
  return found.filter(({ messages }, n) => (room -= messages) >= 0 || n === 0)
}

/**
 * Moves conversations to the anonymised author. A conversation with more messages than a step handles is moved newest
 * messages first; the other member keeps the old one until the end.
 */
async function reassign(tx: Tx, { memberId, authorId }: Erasure, kept: readonly Kept[]): Promise<void> {
  const moves = sql`unnest(${kept.map(({ from }) => from)}::uuid[], ${kept.map(({ to }) => to)}::uuid[], ${kept.map(({ otherId }) => otherId)}::uuid[]) as v(old_id, new_id, other_member)`
  await sql`
    insert into conversations (id, pool_id, low_id, high_id, low_wrote, high_wrote, created_at)
    select v.new_id, c.pool_id, least(v.other_member, ${authorId}::uuid), greatest(v.other_member, ${authorId}::uuid),
      case when (v.other_member < ${authorId}::uuid) = (c.low_id = v.other_member) then c.low_wrote else c.high_wrote end,
      case when (v.other_member < ${authorId}::uuid) = (c.low_id = v.other_member) then c.high_wrote else c.low_wrote end, c.created_at
    from ${moves} join conversations c on c.id = v.old_id
    on conflict (id) do nothing`.execute(tx)
  const { numAffectedRows } = await sql`
    update messages m set conversation_id = v.new_id, sender_id = case when m.sender_id = ${memberId} then ${authorId}::uuid else m.sender_id end
    from ${moves} where m.conversation_id = v.old_id and (${kept.length > 1}
      or m.seq > (select max(n.seq) from messages n where n.conversation_id = ${kept[0]!.from}) - ${stepSize})`.execute(
    tx,
  )
  if (kept.length === 1 && Number(numAffectedRows ?? 0n) === stepSize) return
  await sql`
    update inbox i set conversation_id = v.new_id, other_id = ${authorId}::uuid
    from ${moves} where i.member_id = v.other_member and i.conversation_id = v.old_id`.execute(tx)
  await sql`
    update reports r set conversation_id = v.new_id from ${moves}
    where (r.reporter_id = ${memberId} and r.reported_id = v.other_member) or (r.reporter_id = v.other_member and r.reported_id = ${memberId})`.execute(
    tx,
  )
  await removeEmptied(
    tx,
    memberId,
    kept.map(({ from }) => from),
  )
}

/** Deletes conversations that the other member cannot read: erased before, or without messages. */
async function removeUnread(tx: Tx, { memberId }: Erasure, unread: readonly Found[]): Promise<void> {
  const ids = unread.map(({ id }) => id)
  const { numAffectedRows } = await sql`
    delete from messages where (conversation_id, seq) in (
      select conversation_id, seq from messages where conversation_id = any(${ids}::uuid[]) limit ${stepSize})`.execute(
    tx,
  )
  if (Number(numAffectedRows ?? 0n) === stepSize) return
  await removeEmptied(tx, memberId, ids)
  await sql`
    delete from members m where m.state = 'deleted' and m.id = any(${unread.map(({ otherId }) => otherId)}::uuid[])
      and not exists (select from conversations c where c.low_id = m.id)
      and not exists (select from conversations c where c.high_id = m.id)
      and not exists (select from erasures e where e.author_id = m.id)`.execute(tx)
}

async function removeEmptied(tx: Tx, memberId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from inbox where member_id = ${memberId} and conversation_id = any(${[...ids]}::uuid[])`.execute(tx)
  await sql`delete from conversations where id = any(${[...ids]}::uuid[])`.execute(tx)
}
