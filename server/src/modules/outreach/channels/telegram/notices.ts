import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { jobAdded } from '#platform/jobs/jobs.ts'
import type { ChannelPort } from '../../rules/channel.ts'
import { hasChat } from './links.ts'

/** Notices to a member's chat with the brand's bot. */
export const telegramNotices = ({ botOf }: { readonly botOf: (brandId: string) => unknown }): ChannelPort => ({
  offered: (brandId) => botOf(brandId) !== undefined,
  reaches: async (tx, { memberId, brandId }) => botOf(brandId) !== undefined && (await hasChat(tx, memberId)),
  async queue(tx, { to: { memberId }, event, otherId, notice, at }) {
    const id = newId()
    await sql`
      with d as (
        insert into deliveries (member_id, id, channel, event, other_id, created_at)
        values (${memberId}, ${id}, 'telegram', ${event}, ${otherId}, ${at}))
      select ${jobAdded('outreach.telegram', { memberId, id, ...(notice && { notice }) }, { key: `telegram ${id}` })}`.execute(
      tx,
    )
    return id
  },
})
