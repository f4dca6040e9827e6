import { maskContacts } from '@incontro/contract/contacts'
import { isVisible, type ProfilePart, routes } from '@incontro/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Chat, isKnown } from '#modules/chat/index.ts'
import type { Counts } from '#modules/discovery/index.ts'
import { markEntered } from '#modules/members/index.ts'
import { openReport, refusedUntil, type Reported } from '#modules/moderation/index.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Principal } from '#platform/caller.ts'
import type { Database } from '#platform/database/database.ts'
import type { Http } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { conversationId } from '#platform/ids.ts'
import type { Realtime } from '#platform/live/realtime.ts'

export interface TrustDeps {
  readonly db: Database
  readonly pool: pg.Pool
  readonly counts: Counts
  readonly realtime: Realtime
  /** Marks a conversation as read, as its reader does. */
  readonly read: Chat['read']
  readonly clock: () => Date
}

const reportsPerHour = 30

const done = { result: 'OK' as const }

/** Blocks and reports. A block is silent: to the blocked member the other seems not to exist. */
export function trustRoutes(http: Http, deps: TrustDeps): void {
  http.bind(routes.block, async ({ body, member }) => {
    const other = body.memberId
    if (!(await isKnown(deps.pool, member, other))) {
      // Repeated, because the first answer was lost or two tabs asked.
      if (await hasBlocked(deps.db, member.memberId, other)) return done
      throw notFound()
    }
    const at = deps.clock()
    await deps.db
      .insertInto('blocks')
      .values([
        { member_id: member.memberId, other_id: other, made_by_me: true, created_at: at },
        { member_id: other, other_id: member.memberId, made_by_me: false, created_at: at },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    publish(member.memberId, other, true)
    return done
  })

  http.bind(routes.unblock, async ({ params, member }) => {
    const { memberId: other } = params
    const deleted = await deps.db.transaction().execute(async (tx) => {
      await tx
        .deleteFrom('blocks')
        .where('member_id', '=', other)
        .where('other_id', '=', member.memberId)
        .where('made_by_me', '=', false)
        .execute()
      const { numDeletedRows } = await tx
        .deleteFrom('blocks')
        .where('member_id', '=', member.memberId)
        .where('other_id', '=', other)
        .where('made_by_me', '=', true)
        .executeTakeFirst()
      if (numDeletedRows > 0n) await markEntered(tx, [member.memberId, other])
      return numDeletedRows
    })
    if (deleted === 0n) throw notFound()
    publish(member.memberId, other, false)
    return done
  })

  http.bind(routes.blocks, async ({ member }) => {
    const rows = await deps.db
      .selectFrom('blocks')
      .innerJoin('members', 'members.id', 'blocks.other_id')
      .select([
        'members.id',
        // Who has left is named nowhere.
        sql<string>`case when state = 'active' then shown_name(screen_name, locale) else '' end`.as('screen_name'),
        'blocks.created_at',
      ])
      .where('blocks.member_id', '=', member.memberId)
      .where('blocks.made_by_me', '=', true)
      .orderBy('blocks.created_at', 'desc')
      .limit(500)
      .execute()
    return rows.map((row) => ({
      memberId: row.id,
      memberName: maskContacts(row.screen_name),
      time: row.created_at.toISOString(),
    }))
  })

  http.bind(
    routes.report,
    async ({ body, member, site }) => {
      const other = body.memberId
      if (!(await isKnown(deps.pool, member, other))) throw notFound()
      const at = deps.clock()
      if ((await countAttempt(deps.db, `report ${member.memberId}`, at)) > reportsPerHour) throw new Failure(429)
      if ((await refusedUntil(deps.db, { memberId: member.memberId }, at)) !== null)
        throw new Failure(403, 'reports_suspended', {
          message: 'Too many baseless reports: none is taken for some weeks',
        })
      const { content: given } = body
      const ids = [...(body.messageIds ?? []), ...(given?.kind === 'message' && given.id ? [given.id] : [])]
      const messages = await theirMessages(deps, member, other, ids)
      const content = given ? await contentOf(deps, member, other, given) : null
      await openReport(deps.db, {
        reporterId: member.memberId,
        reportedId: other,
        reason: body.reason,
        text: body.text && isVisible(body.text) ? body.text.trim() : null,
        messageIds: messages.map(({ id }) => id),
        content,
        origin: site.origin,
        at,
      })
      // Their sender can no longer change them, which otherwise only holds for what was read.
      const newest = Math.max(0, ...messages.map(({ seq }) => seq))
      if (newest > 0) await deps.read(member, other, newest)
      return done
    },
    { limit: { max: 20, timeWindow: 60_000 } },
  )

  function publish(memberId: string, other: string, blocked: boolean): void {
    deps.counts.invalidate(memberId)
    deps.counts.invalidate(other)
    deps.realtime.visibilityChanged(memberId)
    deps.realtime.toMember(memberId, 'block', { memberId: other, blocked })
  }
}

async function hasBlocked(db: Database, memberId: string, otherId: string): Promise<boolean> {
  const row = await db
    .selectFrom('blocks')
    .select('created_at')
    .where('member_id', '=', memberId)
    .where('other_id', '=', otherId)
    .where('made_by_me', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/** Of the given messages, those in the two members' own conversation: no one can report what they cannot read. */
async function theirMessages(
  deps: TrustDeps,
  member: Principal,
  otherId: string,
  ids: readonly string[],
): Promise<{ id: string; seq: number }[]> {
  if (ids.length === 0) return []
  return deps.db
    .selectFrom('messages')
    .select(['id', 'seq'])
    .where('conversation_id', '=', conversationId(member.memberId, otherId))
    .where('id', 'in', ids)
    .execute()
}

/**
 * The content that a report names, if the reporter can see it.
 * @throws Failure 404 for any other
 */
async function contentOf(
  deps: TrustDeps,
  member: Principal,
  otherId: string,
  { kind, id }: { readonly kind: 'photo' | ProfilePart | 'message'; readonly id?: string | undefined },
): Promise<Reported> {
  if (kind === 'name' || kind === 'profile') return { kind, id: otherId, date: null }
  if (id === undefined) throw notFound()
  const { rows } = await (
    kind === 'photo'
      ? sql<{ date: Date; media: string | null }>`
          select created_at as date, null as media from member_photos
          where member_id = ${otherId} and id = ${id} and state = 'approved' and removed_at is null`
      : sql<{ date: Date; media: string | null }>`
          select m.created_at as date, m.media from messages m
          where m.conversation_id = ${conversationId(member.memberId, otherId)} and m.id = ${id} and m.sender_id = ${otherId}`
  ).execute(deps.db)
  const [found] = rows
  if (!found) throw notFound()
  return { kind: found.media === 'voice' ? 'voice' : kind, id, date: found.date }
}
