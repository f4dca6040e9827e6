import { sql } from 'kysely'
import { balancesOf, move } from '#modules/credits/index.ts'
import { oneCard } from '#modules/discovery/index.ts'
import { creditTotal, markEntered } from '#modules/members/index.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Principal } from '#platform/caller.ts'
import type { Tx } from '#platform/database/database.ts'
import type { ActivityDeps } from './deps.ts'
import { likes, lockReaction, type Reacted } from './react.ts'
import { unreadOf } from './unread.ts'

/** Pages offer to undo a like for six seconds while they are looked at; the rest is for slow networks. */
const likeUndoneWithinMs = 15_000
/** Further ones would find out, like by like, who likes the member, without paying for a like. */
const mostLikesUndoneAnHour = 10

/**
 * Undoes the member's answer about another member, who is then in the match again: a dislike if it was the last answer,
 * a like if it was given a few seconds ago ([045]). A like is given back with its notification and its credit, unless
 * the other member likes back or has read the notification. Anything else is `not_found`.
 */
export async function undo(deps: ActivityDeps, member: Principal, otherId: string): Promise<Reacted> {
  const { memberId } = member
  if (otherId === memberId || !(await oneCard(deps.pool, memberId, otherId, member.poolId)))
    return { ok: false, code: 'not_found' }
  const undone = await deps.db.transaction().execute(async (tx) => {
    // A concurrent answer of the same member waits for this lock, so that it cannot become the last one meanwhile.
    const kind = await lockReaction(tx, memberId, otherId)
    const isUndone = await (kind === 'like'
      ? undoLike(tx, deps, member, otherId)
      : kind === 'dislike' && undoDislike(tx, memberId, otherId))
    if (!isUndone) return undefined
    await markEntered(tx, [otherId])
    return { kind, balances: await balancesOf(tx, memberId) }
  })
  if (!undone) return { ok: false, code: 'not_found' }
  const { kind, balances } = undone
  deps.counts.invalidate(memberId)
  if (kind === 'like') {
    // The open pages of both count again, and the list of notifications is fetched again.
    deps.realtime.toMember(memberId, 'creditiResidui', {
      icebreakerCredits: balances.icebreakers,
      totalCredits: creditTotal(member.level, balances.messages),
      likeCredits: balances.likes,
      premiumLevel: member.level,
    })
    deps.realtime.toMember(otherId, 'unread', await unreadOf(deps.pool, otherId))
  }
  return { ok: true, likesLeft: balances.likes, mutual: false }
}

async function undoDislike(tx: Tx, memberId: string, otherId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from reactions r where r.member_id = ${memberId} and r.other_id = ${otherId} and r.kind = 'dislike'
      and not exists (select from reactions later where later.member_id = r.member_id and later.created_at > r.created_at)`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

async function undoLike(
  tx: Tx,
  { clock }: ActivityDeps,
  { memberId, brandId }: Principal,
  otherId: string,
): Promise<boolean> {
  const at = clock()
  const earliest = new Date(at.getTime() - likeUndoneWithinMs)
  // A like by the other member locks this row as well: it sees it undone, or is seen by the next statement.
  const given = await tx
    .selectFrom('reactions')
    .select('created_at')
    .where('member_id', '=', memberId)
    .where('other_id', '=', otherId)
    .where('created_at', '>=', earliest)
    .forUpdate()
    .executeTakeFirst()
  if (!given || (await likes(tx, otherId, memberId))) return false
  const notification = await tx
    .selectFrom('notifications')
    .select(['id', 'read_at'])
    .where('member_id', '=', otherId)
    .where('kind', '=', sql.lit('like'))
    .where('actor_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (notification?.read_at) return false
  if ((await countAttempt(tx, `undone likes ${memberId}`, at)) > mostLikesUndoneAnHour) return false
  await tx.deleteFrom('reactions').where('member_id', '=', memberId).where('other_id', '=', otherId).execute()
  if (notification)
    await tx.deleteFrom('notifications').where('member_id', '=', otherId).where('id', '=', notification.id).execute()
  const paidWith = `like:${otherId}:${given.created_at.getTime()}`
  const paid = await tx
    .selectFrom('ledger_transfers')
    .select('amount')
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', paidWith)
    .executeTakeFirst()
  if (paid)
    await move(tx, {
      memberId,
      brandId,
      account: 'likes',
      house: 'spent',
      amount: paid.amount,
      key: `like-undone:${otherId}:${given.created_at.getTime()}`,
      at,
    })
  return true
}
