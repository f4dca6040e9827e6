import { isVisible, routes, withoutTurns } from '@incontro/contract'
import type { Message } from '@incontro/contract/domain'
import { sql } from 'kysely'
import { unreadOf } from '#modules/activity/index.ts'
import { creditTotal, notBlocked } from '#modules/members/index.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Principal } from '#platform/caller.ts'
import type { Http } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { conversationId } from '#platform/ids.ts'
import { oneMessage } from './one-message.ts'
import { messagingOff } from './refusals.ts'
import type { ChatDeps } from './send.ts'
import { lockUnread } from './unread-message.ts'
import { withdraw } from './withdraw.ts'

/** For what is shown to the recipient and costs nothing. */
const few = { limit: { max: 20, timeWindow: 60_000 } }
const withdrawalsAnHour = 20
const fewReactions = { limit: { max: 60, timeWindow: 60_000 } }

/** Routes that change an existing message: edit, withdraw, delete for oneself, react. */
export function changeRoutes(http: Http, deps: ChatDeps): void {
  http.bind(
    routes.editMessage,
    async ({ params: { memberId: otherId, seq }, body, member }) => {
      const text = withoutTurns(body.text).trim()
      if (!isVisible(text)) throw new Failure(400, 'empty_message', { message: 'The message is empty: send a text' })
      await deps.db.transaction().execute(async (tx) => {
        const { conversation, isText, isSilenced } = await lockUnread(tx, member, otherId, seq, deps.clock())
        // A changed text is a new one to its reader.
        if (isSilenced) throw new Failure(403, 'messaging_off', { message: messagingOff })
        if (!isText) throw new Failure(409, 'no_text', { message: 'There is no text in it to change' })
        await sql`
        update messages set body = ${text}, edited_at = ${deps.clock()}
        where conversation_id = ${conversation} and seq = ${seq} and body <> ${text}`.execute(tx)
      })
      return { message: await showChanged(deps, member, otherId, seq) }
    },
    few,
  )

  http.bind(
    routes.withdrawMessage,
    async ({ params: { memberId: otherId, seq }, member }) => {
      // Two who agree could write for nothing, if each message was read without being marked and then withdrawn.
      if ((await countAttempt(deps.db, `withdraw ${member.memberId}`, deps.clock())) > withdrawalsAnHour)
        throw new Failure(429)
      const balances = await withdraw(deps, member, otherId, seq)
      const total = creditTotal(member.level, balances.messages)
      deps.realtime.toMember(member.memberId, 'creditiResidui', {
        icebreakerCredits: balances.icebreakers,
        totalCredits: total,
        likeCredits: balances.likes,
        premiumLevel: member.level,
      })
      deps.realtime.toMember(otherId, 'unread', await unreadOf(deps.pool, otherId))
      return {
        message: await showChanged(deps, member, otherId, seq),
        icebreakerCredits: balances.icebreakers,
        totalCredits: total,
      }
    },
    few,
  )

  http.bind(routes.hideMessage, async ({ params: { memberId: otherId, seq }, body, member }) => {
    const conversation = conversationId(member.memberId, otherId)
    const { rows } = await sql`
      select from inbox i join messages m on m.conversation_id = i.conversation_id and m.seq = ${seq}
      where i.member_id = ${member.memberId} and i.conversation_id = ${conversation}
        and not exists (select from hidden_messages h where h.conversation_id = m.conversation_id and h.seq = m.seq
          and h.member_id = i.member_id and h.by_moderator)`.execute(deps.db)
    // What moderators removed is not the member's to bring back.
    if (rows.length === 0) throw notFound()
    await (
      body.hidden
        ? sql`
            insert into hidden_messages (member_id, conversation_id, seq)
            values (${member.memberId}, ${conversation}, ${seq}) on conflict do nothing`
        : sql`
            delete from hidden_messages
            where member_id = ${member.memberId} and conversation_id = ${conversation} and seq = ${seq}
              and not by_moderator`
    ).execute(deps.db)
    if (body.hidden) deps.realtime.toMember(member.memberId, 'messageHidden', { memberId: otherId, seq })
    else deps.realtime.show(member.memberId, 'messageChanged', { otherId, seq })
    return { result: 'OK' as const }
  })

  http.bind(
    routes.reactToMessage,
    async ({ params: { memberId: otherId, seq }, body: { reaction }, member }) => {
      const message = await oneMessage(deps, member, otherId, seq)
      if (!message || message.withdrawn || message.blurredMessage !== null) throw notFound()
      let isOthersToSee = true
      if (reaction === null) isOthersToSee = await unreact(deps, member, otherId, seq)
      else if (!(await react(deps, member, otherId, { seq, reaction })))
        throw new Failure(403, 'writing_disabled', { message: 'This conversation takes no messages' })
      return { message: await showChanged(deps, member, otherId, seq, isOthersToSee) }
    },
    fewReactions,
  )
}

/** Removes the member's reaction. Returns whether there was one, and the other is not blocked. */
async function unreact({ db }: ChatDeps, { memberId }: Principal, otherId: string, seq: number): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    delete from message_reactions
    where conversation_id = ${conversationId(memberId, otherId)} and seq = ${seq} and member_id = ${memberId}
    returning not exists (select from blocks b where b.member_id = ${memberId} and b.other_id = ${otherId}) as open`.execute(
    db,
  )
  return rows[0]?.open === true
}

/** Takes the conversation's lock, as withdrawing does: a withdrawn message keeps no reaction. */
async function react(
  deps: ChatDeps,
  { memberId, poolId }: Principal,
  otherId: string,
  { seq, reaction }: { readonly seq: number; readonly reaction: string },
): Promise<boolean> {
  const conversation = conversationId(memberId, otherId)
  return deps.db.transaction().execute(async (tx) => {
    await sql`select from conversations where id = ${conversation} for no key update`.execute(tx)
    const { rows } = await sql`
      insert into message_reactions (member_id, conversation_id, seq, kind, created_at)
      select ${memberId}, m.conversation_id, m.seq, ${reaction}, ${deps.clock()}
      from messages m
      join members s on s.id = ${memberId} and s.state = 'active'
      join members o on o.id = ${otherId} and o.state = 'active' and o.pool_id = ${poolId}
      where m.conversation_id = ${conversation} and m.seq = ${seq} and m.withdrawn_at is null
        and ${sql.raw(notBlocked('s.id', 'o.id'))}
      on conflict (conversation_id, seq, member_id) do update set kind = excluded.kind, created_at = excluded.created_at
      returning true`.execute(tx)
    return rows.length > 0
  })
}

/**
 * Sends the changed message to both sides' browsers, or to the member's own alone; returns it as the member who changed
 * it sees it.
 */
async function showChanged(
  deps: ChatDeps,
  member: Principal,
  otherId: string,
  seq: number,
  isOthersToSee = true,
): Promise<Message> {
  if (isOthersToSee) deps.realtime.show(otherId, 'messageChanged', { otherId: member.memberId, seq })
  deps.realtime.show(member.memberId, 'messageChanged', { otherId, seq })
  const message = await oneMessage(deps, member, otherId, seq)
  if (!message) throw notFound()
  return message
}
