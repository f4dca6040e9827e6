import { newId } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { ChannelPort } from '../../rules/channel.ts'
import { hasDevice } from './devices.ts'

/** Notices by web push, to all of a member's devices. */
export const pushNotices = ({ clock }: { readonly clock: () => Date }): ChannelPort => ({
  offered: () => true,
  reaches: (tx, { memberId }) => hasDevice(tx, memberId, clock()),
  async queue(tx, { to: { memberId }, event, otherId, at }) {
    const id = newId()
    await tx
      .insertInto('deliveries')
      .values({ member_id: memberId, id, channel: 'push', event, other_id: otherId, created_at: at })
      .execute()
    await addJob(tx, 'outreach.push', { memberId, id }, { key: `push ${id}` })
    return id
  },
})
