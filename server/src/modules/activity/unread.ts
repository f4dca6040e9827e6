import type pg from 'pg'
import { isShownTo, notBlocked, showsVisits } from '#modules/members/index.ts'

export interface Unread {
  /** Summed over at most a hundred conversations, which is enough for the badge "99+". */
  readonly totalUnreadMessages: number
  /** Counted up to a hundred, which is enough for the badge "99+". */
  readonly unreadLikes: number
  /** As `unreadLikes`. */
  readonly unreadVisits: number
}

/** Leaves out members whom the reader can no longer see, as the list does. */
const upToAHundred = (kind: 'like' | 'visit'): string => `(
  select count(*)::int from (
    select from notifications n where n.member_id = $1 and n.kind = '${kind}' and n.read_at is null
      and exists (select from members m where m.id = n.actor_id and m.state = 'active'
        ${kind === 'visit' ? `and ${showsVisits('m')}` : ''} and ${isShownTo('m', 'n.member_id')})
      and ${notBlocked('n.member_id', 'n.actor_id')}
    limit 100) unread)`

/** What the badges of the navigation show. */
export async function unreadOf(pool: pg.Pool, memberId: string): Promise<Unread> {
  const { rows } = await pool.query<Unread>({
    name: 'unread',
    text: `select (select coalesce(sum(unread), 0)::int from (
          select unread from inbox where member_id = $1 and unread > 0 limit 100) unread_ones)
        + (select coalesce(sum(last_seq - read_seq), 0)::int from system_inbox where member_id = $1) as "totalUnreadMessages",
      ${upToAHundred('like')} as "unreadLikes", ${upToAHundred('visit')} as "unreadVisits"`,
    values: [memberId],
  })
  return rows[0] ?? { totalUnreadMessages: 0, unreadLikes: 0, unreadVisits: 0 }
}
