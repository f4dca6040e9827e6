import { newId } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { ChannelPort } from '../../rules/channel.ts'
import { hasChat } from './links.ts'

/** Notices to a member's chat with the brand's bot. */
export const telegramNotices = ({ botOf }: { readonly botOf: (brandId: string) => unknown }): ChannelPort => ({
  offered: (brandId) => botOf(brandId) !== undefined,
  reaches: async (tx, { memberId, brandId }) => botOf(brandId) !== undefined && (await hasChat(tx, memberId)),
  async queue(tx, { to: { memberId }, event, otherId, at }) {
    const id = newId()
    await tx
      .insertInto('deliveries')
      .values({ member_id: memberId, id, channel: 'telegram', event, other_id: otherId, created_at: at })
      .execute()
    await addJob(tx, 'outreach.telegram', { memberId, id }, { key: `telegram ${id}` })
    return id
  },
})
