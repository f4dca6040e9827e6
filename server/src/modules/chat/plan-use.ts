import { sql } from 'kysely'
import type pg from 'pg'
import type { Executor } from '#platform/database/database.ts'
import { createLru } from '#platform/flow-control/lru.ts'
import type { Principal } from '#platform/caller.ts'
import type { Flow } from '#modules/flows/index.ts'
import { isBlurred } from './policy.ts'
import type { MessageRow } from './view.ts'

/** Records that a member read what only a plan opens. */
export type NotePlanUse = (
  reader: Pick<Principal, 'memberId' | 'level'>,
  flow: Flow,
  conversationId: string,
  rows: readonly Pick<MessageRow, 'seq' | 'sender_id' | 'sender_level' | 'withdrawn' | 'invite'>[],
) => Promise<void>

/** A second use within this time changes nothing. */
const sameUseMs = 60_000

/**
 * A member who pays has read messages that are covered for others: a withdrawal counts the days of the plan that were
 * begun (`hasUsedPlan`). Replies that a free member may read are no use of it.
 */
export function createNotePlanUse(pool: pg.Pool, clock: () => Date): NotePlanUse {
  const known = createLru<string, true>(20_000, sameUseMs)
  return async ({ memberId, level }, flow, conversationId, rows) => {
    if (level === 0 || known.has(memberId)) return
    const covered = rows.filter(
      (row) =>
        !row.withdrawn &&
        isBlurred(
          flow,
          { level: 0 },
          {
            sentByReader: row.sender_id === memberId,
            senderLevel: row.sender_level,
            isInvite: row.invite !== null,
          },
        ),
    )
    if (covered.length === 0) return
    const { rowCount } = await pool.query({
      name: 'note the use of a plan',
      text: `
        insert into plan_uses as u (member_id, last_at)
        select $1, $2 where exists (
          select from unnest($4::int[]) covered (seq) where not exists (
            select from clear_replies c where c.member_id = $1 and c.conversation_id = $3 and c.seq = covered.seq))
        on conflict (member_id) do update set last_at = excluded.last_at`,
      values: [memberId, clock(), conversationId, covered.map(({ seq }) => seq)],
    })
    if (rowCount) known.set(memberId, true)
  }
}

/** How many messages a member sent between two moments that are not withdrawn, with the first and the last. */
export async function messagesSent(
  executor: Executor,
  memberId: string,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<{ readonly count: number; readonly first: Date | null; readonly last: Date | null }> {
  const { rows } = await sql<{ count: number; first: Date | null; last: Date | null }>`
    select count(*)::int as count, min(m.created_at) as first, max(m.created_at) as last
    from conversations c join messages m on m.conversation_id = c.id
    where (c.low_id = ${memberId} or c.high_id = ${memberId}) and m.sender_id = ${memberId} and m.withdrawn_at is null
      and m.created_at >= ${from} and m.created_at < ${until}`.execute(executor)
  return rows[0] ?? { count: 0, first: null, last: null }
}

/** Whether a member used what a plan gives since the given time: wrote, read a covered message, or saw a phone number. */
export async function hasUsedPlan(executor: Executor, memberId: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (
      select from conversations c join messages m on m.conversation_id = c.id
      where (c.low_id = ${memberId} or c.high_id = ${memberId}) and m.sender_id = ${memberId} and m.withdrawn_at is null and m.created_at >= ${since}
    ) or exists (select from plan_uses u where u.member_id = ${memberId} and u.last_at >= ${since})
    or exists (select from phone_views v where v.viewer_id = ${memberId} and v.last_at >= ${since}) as used`.execute(
    executor,
  )
  return rows[0]?.used === true
}
