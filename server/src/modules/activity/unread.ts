import type pg from 'pg'

export interface Unread { readonly totalUnreadMessages: number; readonly unreadLikes: number; readonly unreadVisits: number }

/** What the badges of the navigation show. */
export async function unreadOf(pool: pg.Pool, memberId: string): Promise<Unread> {
  const { rows } = await pool.query<Unread>({
    name: 'unread',
    text: `select (select coalesce(sum(unread), 0)::int from inbox where member_id = $1 and unread > 0) as "totalUnreadMessages",
      (select count(*) from notifications where member_id = $1 and kind = 'like' and read_at is null)::int as "unreadLikes",
      (select count(*) from notifications where member_id = $1 and kind = 'visit' and read_at is null)::int as "unreadVisits"`,
    values: [memberId],
  })
  return rows[0] ?? { totalUnreadMessages: 0, unreadLikes: 0, unreadVisits: 0 }
}
