import type { NoticeChannel, NoticeEvent } from '@incontro/contract'
import { sql } from 'kysely'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Brands } from '#modules/brands/index.ts'
import type { DigestCounts } from '../channels/email/email.ts'
import { enqueueEmail } from '../channels/email/enqueue-email.ts'
import { digestJobKey, type LookDeps } from './look.ts'
import { decideFor, receiverOf } from './receiver.ts'
import { subjectOf } from './subject.ts'

const countedAs: Partial<Record<NoticeEvent, keyof DigestCounts>> = {
  message: 'messages',
  firstMessage: 'messages',
  invite: 'invites',
  like: 'likes',
  match: 'matches',
  visit: 'visits',
}

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
    const held = await tx
      .selectFrom('notices')
      .select(['event', 'about', 'happened_at'])
      .where('member_id', '=', memberId)
      .where('held', '=', true)
      .orderBy('due_at')
      .limit(mostInDigest)
      .forUpdate()
      .execute()
    const receiver = await receiverOf(tx, memberId)
    const brand = receiver && deps.brands.byKey(receiver.to.brandId)
    if (held.length === 0 || !receiver || !brand) return
    const counts = { messages: 0, invites: 0, likes: 0, matches: 0, visits: 0 }
    for (const row of held) {
      const subject = await subjectOf(tx, { memberId, ...row, event: row.event as NoticeEvent })
      if (!subject) continue
      const { event } = subject
      // It has waited for the digest, which is now.
      const waited = { ...receiver, digest: 'off', lastActiveAt: new Date(0), now } as const
      const decision = await decideFor(tx, deps, 'email', subject, waited)
      if (decision.kind === 'wait' && decision.why !== 'delay')
        return addJob(tx, 'outreach.digest', { memberId }, { runAt: decision.until, key: digestJobKey(memberId) })
      const counted = countedAs[event]
      if (counted !== undefined && decision.kind !== 'drop') counts[counted] += 1
    }
    await tx
      .updateTable('notices')
      // Other channels may be waiting for their own moment.
      .set({ held: false, waiting: sql`array_remove(waiting, ${'email' satisfies NoticeChannel})` })
      .where('member_id', '=', memberId)
      .where('held', '=', true)
      .execute()
    if (Object.values(counts).every((count) => count === 0)) return
    await enqueueEmail(
      tx,
      {
        brandId: receiver.to.brandId,
        memberId,
        kind: 'notice-digest',
        to: receiver.to.email,
        locale: receiver.to.locale,
        props: { link: `${brand.origin}/notifications`, ...counts },
      },
      now,
    )
  })
}
