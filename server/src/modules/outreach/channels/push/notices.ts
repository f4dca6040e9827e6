import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { jobAdded } from '#platform/jobs/jobs.ts'
import type { ChannelPort } from '../../rules/channel.ts'
import { hasDevice } from './devices.ts'

/** Notices by web push, to all of a member's devices. */
export const pushNotices = ({ clock }: { readonly clock: () => Date }): ChannelPort => ({
  offered: () => true,
  reaches: (tx, { memberId }) => hasDevice(tx, memberId, clock()),
  async queue(tx, { to: { memberId }, event, otherId, notice, at }) {
    const id = newId()
    await sql`
      with d as (
        insert into deliveries (member_id, id, channel, event, other_id, created_at)
        values (${memberId}, ${id}, 'push', ${event}, ${otherId}, ${at}))
      select ${jobAdded('outreach.push', { memberId, id, ...(notice && { notice }) }, { key: `push ${id}` })}`.execute(
      tx,
    )
    return id
  },
})
