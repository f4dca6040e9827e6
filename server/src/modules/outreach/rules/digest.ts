import type { NoticeChannel, NoticeEvent } from '@incontro/contract'
import { sql } from 'kysely'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Brands } from '#modules/brands/index.ts'
import { enqueueEmail } from '../channels/email/enqueue-email.ts'
import type { QueuedNotice } from './channel.ts'
import { digestCounts } from './digest-counts.ts'
import { digestJobKey, type LookDeps } from './look.ts'
import { decideFor, receiverOf } from './receiver.ts'
import { subjectOf } from './subject.ts'

/** More in one digest than anybody counts. */
const mostInDigest = 1000

/**
 * Sends a member one mail for all notices that were held, of which each is decided on again; none if nothing is left.
 */
export async function sendDigest(
  deps: LookDeps & { readonly brands: Pick<Brands, 'byKey'> },
  { memberId }: { readonly memberId: string },
): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction().execute(async (tx) => {
    // As a change of the settings does, which looks at all that waits of the member.
    await sql`select from members where id = ${memberId} for no key update`.execute(tx)
    const held = await tx
      .selectFrom('notices')
      .select(['event', 'about', 'seq', 'happened_at'])
      .where('member_id', '=', memberId)
      .where('held', '=', true)
      .orderBy('due_at')
      .limit(mostInDigest)
      .forUpdate()
      .execute()
    const receiver = await receiverOf(tx, memberId)
    const brand = receiver && deps.brands.byKey(receiver.to.brandId)
    if (held.length === 0 || !receiver || !brand) return
    const said: { readonly event: NoticeEvent; readonly notice: QueuedNotice }[] = []
    const read: string[] = []
    for (const { event, about, seq, happened_at } of held) {
      const notice = { event: event as NoticeEvent, about, seq }
      const subject = await subjectOf(tx, { memberId, ...notice, happened_at })
      if (!subject) continue
      // It has waited for the digest, which is now.
      const waited = { ...receiver, digest: 'off', lastActiveAt: new Date(0), now } as const
      const decision = await decideFor(tx, deps, 'email', subject, waited)
      if (decision.kind === 'wait' && decision.why !== 'delay')
        return addJob(tx, 'outreach.digest', { memberId }, { runAt: decision.until, key: digestJobKey(memberId) })
      if (decision.kind !== 'drop') said.push({ event: subject.event, notice })
      if (subject.state === 'read') read.push(about)
    }
    await tx
      .updateTable('notices')
      .set({
        held: false,
        // Other channels may be waiting for their own moment.
        waiting: sql`array_remove(waiting, ${'email' satisfies NoticeChannel})`,
        // What was withdrawn or opened was not announced: the next message of its conversation is.
        seq: sql`case when about = any(${read}::uuid[]) then 0 else seq end`,
      })
      .where('member_id', '=', memberId)
      .where('held', '=', true)
      .execute()
    if (said.length === 0) return
    await enqueueEmail(
      tx,
      {
        brandId: receiver.to.brandId,
        memberId,
        kind: 'notice-digest',
        to: receiver.to.email,
        locale: receiver.to.locale,
        props: {
          link: `${brand.origin}/notifications`,
          ...digestCounts(said.map(({ event }) => event)),
          notices: said.map(({ notice }) => notice),
        },
      },
      now,
    )
  })
}
