import type { PromptId } from '@incontro/contract'
import { sql } from 'kysely'
import { move } from '#modules/credits/index.ts'
import { oneCard, type CardRow } from '#modules/discovery/index.ts'
import { creditTotal, promptsOf } from '#modules/members/index.ts'
import type { Principal } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import type { ActivityDeps } from './deps.ts'
import { notificationOf } from './notification-view.ts'

export type Reacted =
  | { readonly ok: true; readonly likesLeft: number; readonly mutual: boolean }
  | { readonly ok: false; readonly code: 'not_found' | 'not_verified' | 'file_like' }

/**
 * Likes a member: gate, reaction, notification and outbox in one transaction, then both sides are notified. A repeated
 * like costs and changes nothing. At level 0 a like costs a like credit (rule 4.2). |
 * @param liked the answer on their profile that the like is for; left out of the notification if it no longer exists
 */
export async function like(deps: ActivityDeps, member: Principal, otherId: string, liked?: PromptId): Promise<Reacted> {
  const other = await visible(deps, member, otherId)
  if (!other) return { ok: false, code: 'not_found' }
  const prompt = liked !== undefined && (await hasAnswered(deps, otherId, liked)) ? liked : null
  const at = deps.clock()
  const flow = deps.flows.of(member.brandId, member.flowId)
  if (!member.mayReachOthers) return { ok: false, code: 'not_verified' }
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const before = await lockReaction(tx, member.memberId, otherId)
    const free = member.level > 0 || !flow.hooks.outOfLikes || before === 'like'
    const paid = await move(tx, {
      memberId: member.memberId,
      brandId: member.brandId,
      account: 'likes',
      house: 'spent',
      amount: free ? 0 : -1,
      key: `like:${otherId}:${at.getTime()}`,
      at,
    })
    if (paid.outcome === 'insufficient') return { refused: true as const }
    const mutual = await likes(tx, otherId, member.memberId)
    if (before === 'like')
      return { refused: false as const, fresh: false, mutual, balances: paid.balances, notificationId: null }
    await tx
      .insertInto('reactions')
      .values({ member_id: member.memberId, other_id: otherId, kind: 'like', created_at: at })
      .onConflict((conflict) =>
        conflict.columns(['member_id', 'other_id']).doUpdateSet({ kind: 'like', created_at: at }),
      )
      .execute()
    const notificationId = newId()
    const notified = await tx
      .insertInto('notifications')
      .values({
        member_id: otherId,
        id: notificationId,
        kind: 'like',
        actor_id: member.memberId,
        answers_like: mutual,
        prompt,
        created_at: at,
      })
      .onConflict((conflict) => conflict.columns(['member_id', 'kind', 'actor_id']).doNothing())
      .executeTakeFirst()
    await tx
      .insertInto('outbox')
      .values({
        id: newId(),
        topic: 'like',
        payload: JSON.stringify({ memberId: member.memberId, otherId }),
        created_at: at,
      })
      .execute()
    return {
      refused: false as const,
      fresh: true,
      mutual,
      balances: paid.balances,
      notificationId: notified.numInsertedOrUpdatedRows === 1n ? notificationId : null,
    }
  })
  if (outcome.refused) return { ok: false, code: 'file_like' }
  // Two concurrent transactions that like each other do not see each other's row before both have committed.
  const mutual = outcome.mutual || (await likes(deps.db, otherId, member.memberId))
  if (outcome.fresh) await notifyLiked(deps, member, other, { ...outcome, mutual, prompt, at })
  return { ok: true, likesLeft: outcome.balances.likes, mutual }
}

/** Dislikes a member without notifying them; they come back into the match after 30 days. A like stays a like. */
export async function dislike(deps: ActivityDeps, member: Principal, otherId: string): Promise<Reacted> {
  if (!(await visible(deps, member, otherId))) return { ok: false, code: 'not_found' }
  const at = deps.clock()
  await sql`insert into reactions (member_id, other_id, kind, created_at) values (${member.memberId}, ${otherId}, 'dislike', ${at})
    on conflict (member_id, other_id) do update set created_at = ${at} where reactions.kind = 'dislike'`.execute(
    deps.db,
  )
  return withoutCharge(deps, member)
}

/** After an answer that costs nothing: the list has changed, the likes left have not. */
async function withoutCharge(deps: ActivityDeps, member: Principal): Promise<Reacted> {
  deps.counts.invalidate(member.memberId)
  const wallet = await deps.db
    .selectFrom('wallets')
    .select('likes')
    .where('member_id', '=', member.memberId)
    .executeTakeFirstOrThrow()
  return { ok: true, likesLeft: wallet.likes, mutual: false }
}

async function hasAnswered(deps: ActivityDeps, memberId: string, prompt: PromptId): Promise<boolean> {
  return (await promptsOf(deps.pool, memberId)).some(({ id }) => id === prompt)
}

async function visible(deps: ActivityDeps, member: Principal, otherId: string): Promise<CardRow | undefined> {
  return otherId === member.memberId ? undefined : oneCard(deps.pool, member.memberId, otherId, member.poolId)
}

/** Serialises concurrent answers of one member by their wallet's row lock. */
export async function lockReaction(tx: Executor, memberId: string, otherId: string): Promise<string | undefined> {
  await tx
    .selectFrom('wallets')
    .select('member_id')
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const row = await tx
    .selectFrom('reactions')
    .select('kind')
    .where('member_id', '=', memberId)
    .where('other_id', '=', otherId)
    .executeTakeFirst()
  return row?.kind
}

export async function likes(tx: Executor, memberId: string, otherId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('reactions')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('other_id', '=', otherId)
    .where('kind', '=', 'like')
    // Undoing it waits, and looks for an answer to it afterwards.
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

interface Liked {
  readonly mutual: boolean
  readonly balances: { messages: number; icebreakers: number; likes: number }
  readonly notificationId: string | null
  readonly prompt: PromptId | null
  readonly at: Date
}

async function notifyLiked(deps: ActivityDeps, member: Principal, other: CardRow, liked: Liked): Promise<void> {
  deps.counts.invalidate(member.memberId)
  deps.realtime.toMember(member.memberId, 'like', { memberId: other.id, likeCredits: liked.balances.likes })
  deps.realtime.toMember(member.memberId, 'creditiResidui', {
    icebreakerCredits: liked.balances.icebreakers,
    totalCredits: creditTotal(member.level, liked.balances.messages),
    likeCredits: liked.balances.likes,
    premiumLevel: member.level,
  })
  const me = await oneCard(deps.pool, other.id, member.memberId, member.poolId)
  if (!me) return
  if (liked.notificationId)
    deps.realtime.toMember(
      other.id,
      'notification',
      notificationOf(
        {
          ...me,
          id: liked.notificationId,
          actor_id: me.id,
          kind: 'like',
          answers_like: liked.mutual,
          prompt: liked.prompt,
          created_at: liked.at,
          read_at: null,
        },
        deps,
      ),
    )
  if (liked.mutual) {
    deps.realtime.toMember(other.id, 'mutual', mutualOf(deps, me, liked.at))
    deps.realtime.toMember(member.memberId, 'mutual', mutualOf(deps, other, liked.at))
  }
}

const mutualOf = (deps: ActivityDeps, card: CardRow, at: Date) => ({
  memberId: card.id,
  memberName: card.screen_name,
  photo: card.photo_id ? deps.photos.url(card.photo_id, 'avatar') : null,
  sample: card.sample === true,
  time: at.toISOString(),
})
