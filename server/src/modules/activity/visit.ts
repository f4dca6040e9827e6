import { sql } from 'kysely'
import { countAttempt } from '#platform/secrets/attempts.ts'
import { showsVisits } from '#modules/members/index.ts'
import { oneCard } from '#modules/discovery/index.ts'
import type { Principal } from '#platform/caller.ts'
import { notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import type { ActivityDeps } from './deps.ts'
import { notificationOf } from './notification-view.ts'

/** More profiles than a person looks at in an hour; further visits open the page without a notification. */
const mostNotifiedAnHour = 60
/** Within this many milliseconds, a repeated visit does not count. */
const againAfterMs = 6 * 3_600_000

/**
 * Records that the member opened another member's page and notifies that member, unless the visitor hides their visits.
 * @throws 404 for a page the member may not see
 */
export async function visit(deps: ActivityDeps, member: Principal, otherId: string): Promise<void> {
  const other =
    otherId === member.memberId ? undefined : await oneCard(deps.pool, member.memberId, otherId, member.poolId)
  if (!other) throw notFound()
  const at = deps.clock()
  const id = newId()
  // Statements of their own: visitor, counter and visited member may be on different nodes, and a crash between them
  // costs one notification at most.
  const { rows } = await sql<{ fresh: boolean }>`
    insert into visits (member_id, other_id, last_at) values (${member.memberId}, ${otherId}, ${at})
    on conflict (member_id, other_id) do update set last_at = ${at} where visits.last_at < ${new Date(at.getTime() - againAfterMs)}
    returning true as fresh`.execute(deps.db)
  if (rows.length === 0) return
  if ((await countAttempt(deps.db, `visit:${member.memberId}`, at)) > mostNotifiedAnHour) return
  const { numAffectedRows } = await sql`
    insert into notifications (member_id, id, kind, actor_id, created_at)
    select ${otherId}, ${id}, 'visit', m.id, ${at} from members m where m.id = ${member.memberId} and ${sql.raw(showsVisits('m'))}
    on conflict (member_id, kind, actor_id) do update set created_at = ${at}, read_at = null, id = ${id}`.execute(
    deps.db,
  )
  if (numAffectedRows !== 1n) return
  // Visits are many, and few want to hear of them.
  await sql`
    insert into outbox (id, topic, payload, created_at)
    select ${newId()}, 'visit', jsonb_build_object('memberId', ${member.memberId}::uuid, 'otherId', ${otherId}::uuid), ${at}
    where exists (select from notification_choices c where c.member_id = ${otherId} and c.event = 'visit' and c.enabled)`.execute(
    deps.db,
  )
  const me = await oneCard(deps.pool, otherId, member.memberId, member.poolId)
  if (me)
    deps.realtime.toMember(
      otherId,
      'notification',
      notificationOf(
        { ...me, id, actor_id: me.id, kind: 'visit', answers_like: false, prompt: null, created_at: at, read_at: null },
        deps,
      ),
    )
}
