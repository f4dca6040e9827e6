import { routes } from '@incontro/contract'
import type { Message } from '@incontro/contract/domain'
import { sql } from 'kysely'
import type { Principal } from '#platform/caller.ts'
import type { Http } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { conversationId } from '#platform/ids.ts'
import { notBlocked } from '#modules/members/index.ts'
import { oneMessage } from './one-message.ts'
import { inviteState } from './queries.ts'
import { read } from './read.ts'
import type { ChatDeps } from './send.ts'
import type { InviteState } from './view.ts'

/** Routes by which an invited member accepts or declines without writing (docs/decisions/025). */
export function inviteRoutes(http: Http, deps: ChatDeps): void {
  http.bind(routes.answerInvite, async ({ params: { memberId: otherId }, body: { accepted }, member }) => {
    const found = await inviteOf(deps, member, otherId)
    if (!found) throw notFound()
    // Marked as read, so that it cannot be withdrawn and sent again.
    await read(deps, member, otherId, found.seq)
    const answer = accepted ? 'accepted' : 'declined'
    const isNew = await recordAnswer(deps, member, otherId, answer)
    const now = isNew ? answer : (await inviteOf(deps, member, otherId))?.state
    if (now === 'pending')
      throw new Failure(403, 'writing_disabled', { message: 'This conversation takes no messages' })
    if (now !== answer)
      throw new Failure(409, 'invite_answered', { message: 'This invite was answered otherwise, or withdrawn' })
    if (isNew) showAnswer(deps, member, otherId, { seq: found.seq, accepted })
    return { message: await messageAt(deps, member, otherId, found.seq) }
  })
}

interface Invite {
  readonly seq: number
  readonly state: InviteState
}

/** The invite from `otherId` to the member, if there is one. */
async function inviteOf({ db }: ChatDeps, { memberId }: Principal, otherId: string): Promise<Invite | undefined> {
  const { rows } = await sql<Invite>`
    select c.invite_seq as seq, ${sql.raw(inviteState('c'))} as state
    from conversations c join messages m on m.conversation_id = c.id and m.seq = c.invite_seq
    where c.id = ${conversationId(memberId, otherId)} and m.sender_id = ${otherId} and m.withdrawn_at is null
      and not exists (
        select from hidden_messages h where h.conversation_id = c.id and h.seq = m.seq and h.member_id = ${memberId})`.execute(
    db,
  )
  return rows[0]
}

/** Returns whether it was open. Concurrent decisions, also by writing back, wait for the same row lock. */
async function recordAnswer(
  { db }: ChatDeps,
  { memberId, poolId }: Principal,
  otherId: string,
  answer: 'accepted' | 'declined',
): Promise<boolean> {
  const { rows } = await sql`
    update conversations c set invite_state = ${answer}
    where c.id = ${conversationId(memberId, otherId)} and ${sql.raw(inviteState('c'))} = 'pending'
      and exists (
        select from members s join members o on o.id = ${otherId} and o.state = 'active' and o.pool_id = ${poolId}
        where s.id = ${memberId} and s.state = 'active' and ${sql.raw(notBlocked('s.id', 'o.id'))})
    returning true`.execute(db)
  return rows.length > 0
}

/** The member's own browsers show the answer; the other's show only that they may write. */
function showAnswer(
  { realtime }: ChatDeps,
  { memberId }: Principal,
  otherId: string,
  { seq, accepted }: { readonly seq: number; readonly accepted: boolean },
): void {
  realtime.show(memberId, 'messageChanged', { otherId, seq })
  if (accepted) realtime.show(otherId, 'messageChanged', { otherId: memberId, seq })
}

async function messageAt(deps: ChatDeps, member: Principal, otherId: string, seq: number): Promise<Message> {
  const message = await oneMessage(deps, member, otherId, seq)
  if (!message) throw notFound()
  return message
}
