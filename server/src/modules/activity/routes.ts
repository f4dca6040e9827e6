import { routes } from '@incontro/contract'
import { sql, type RawBuilder } from 'kysely'
import { own, type Http } from '#platform/http/bind.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { balancesOf } from '#modules/credits/index.ts'
import { oneCard } from '#modules/discovery/index.ts'
import { nextRefills } from '#modules/free-credits/index.ts'
import { isNotificationShown } from '#modules/members/index.ts'
import { currentSubscription } from '#modules/subscriptions/index.ts'
import { defaultPhotoJoin } from '#modules/photos/index.ts'
import type { ActivityDeps } from './deps.ts'
import { scrub } from './scrub.ts'
import { notificationOf, type NotificationRow } from './notification-view.ts'
import { unreadOf } from './unread.ts'
import { visit } from './visit.ts'

interface Had {
  readonly before?: string | undefined
  readonly beforeAt?: string | undefined
}

/**
 * A keyset condition of its own, so that a later page starts at its place in the index. Undefined if the last one had
 * is only known by its id, and gone: a repeated visit gives its row another one.
 */
async function olderThan(
  { db }: ActivityDeps,
  memberId: string,
  { before: id, beforeAt }: Had,
): Promise<RawBuilder<unknown> | undefined> {
  if (id === undefined) return sql``
  if (beforeAt !== undefined)
    // What members read has milliseconds, the column may have more.
    return sql`and n.created_at < ${beforeAt}::timestamptz + interval '1 millisecond'
      and (date_trunc('milliseconds', n.created_at), n.id) < (${beforeAt}::timestamptz, ${id}::uuid)`
  const last = await db
    .selectFrom('notifications')
    // As text, because a JavaScript Date only has milliseconds.
    .select(sql<string>`created_at::text`.as('at'))
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  return last && sql`and (n.created_at, n.id) < (${last.at}::timestamptz, ${id}::uuid)`
}

const done = { result: 'OK' as const }
/** Above what a person does; each is a row for a year. */
const eventsPerHour = 600

export function activityRoutes(http: Http, deps: ActivityDeps): void {
  http.bind(routes.all, async ({ params, member }) => {
    own(member, params.trackerId)
    const flow = deps.flows.of(member.brandId, member.flowId)
    const [balances, term, unread, liked, visited] = await Promise.all([
      balancesOf(deps.db, member.memberId),
      currentSubscription(deps.db, member.memberId, deps.clock()),
      unreadOf(deps.pool, member.memberId),
      deps.db
        .selectFrom('reactions')
        .select('other_id')
        .where('member_id', '=', member.memberId)
        .where('kind', '=', sql.lit('like'))
        .orderBy('created_at', 'desc')
        .limit(1000)
        .execute(),
      deps.db
        .selectFrom('visits')
        .select('other_id')
        .where('member_id', '=', member.memberId)
        .orderBy('last_at', 'desc')
        .limit(200)
        .execute(),
    ])
    const next = await nextRefills(deps.db, flow, member, balances, deps.clock())
    return {
      navigation: {
        visitedMemberIds: visited.map((row) => row.other_id),
        messageCredits: balances.messages,
        planMessageCredits: Math.min(balances.messages, term?.plan.credits ?? 0),
        icebreakerCredits: balances.icebreakers,
        likeCredits: balances.likes,
        nextLikeAt: next.likes?.toISOString() ?? null,
        nextIcebreakerAt: next.icebreakers?.toISOString() ?? null,
      },
      unreadMessages: unread.totalUnreadMessages,
      unreadLikes: unread.unreadLikes,
      unreadVisits: unread.unreadVisits,
      likedMemberIds: liked.map((row) => row.other_id),
    }
  })

  http.bind(routes.notifications, async ({ params, query, member }) => {
    own(member, params.trackerId)
    const before = await olderThan(deps, member.memberId, query)
    if (before === undefined) return { messages: [] }
    const { rows } = await sql<NotificationRow>`
      select n.id, n.actor_id, n.kind, n.answers_like, n.prompt, n.created_at, n.read_at, shown_name(m.screen_name, m.locale) as screen_name,
        (m.age_stated + extract(year from age(m.age_stated_on)))::int as age, m.city_id, p.id as photo_id, m.sample
      from notifications n join members m on m.id = n.actor_id
      ${sql.raw(defaultPhotoJoin('m'))}
      where n.member_id = ${member.memberId} ${before} and ${sql.raw(isNotificationShown('n', 'm'))}
      order by n.created_at desc, n.id desc limit 100`.execute(deps.db)
    return { messages: rows.map((row) => notificationOf(row, deps)) }
  })

  http.bind(routes.notificationRead, async ({ body, member }) => {
    own(member, body.clickid)
    const { memberId: actorId } = body
    await deps.db
      .updateTable('notifications')
      .set({ read_at: deps.clock() })
      .where('member_id', '=', member.memberId)
      .$if(actorId !== undefined, (update) => update.where('actor_id', '=', actorId!))
      .where('read_at', 'is', null)
      .execute()
    deps.realtime.toMember(member.memberId, 'unread', await unreadOf(deps.pool, member.memberId))
    return done
  })

  http.bind(routes.visited, async ({ body, member }) => {
    own(member, body.trackerId)
    await visit(deps, member, body.memberId)
    return done
  })

  http.bind(routes.logEvent, async ({ body, member }) => {
    own(member, body.clickid)
    if (!(await oneCard(deps.pool, member.memberId, body.memberId, member.poolId))) throw notFound()
    const at = deps.clock()
    if ((await countAttempt(deps.db, `events ${member.memberId}`, at)) > eventsPerHour) throw new Failure(429)
    await deps.db
      .insertInto('member_events')
      .values({
        member_id: member.memberId,
        id: newId(),
        kind: body.type,
        other_id: body.memberId,
        created_at: at,
      })
      .execute()
    return done
  })

  http.bind(
    routes.logClient,
    async ({ body, site }) => {
      const text = typeof body.messageText === 'string' ? body.messageText : body.messageText.errorText
      deps.log.warn(
        {
          brand: site.brandId,
          subject: scrub(body.subject),
          page: body.page && scrub(body.page),
          text: scrub(text).slice(0, 1000),
        },
        'browser error',
      )
      return done
    },
    { limit: { max: 20, timeWindow: 60_000 } },
  )
}
