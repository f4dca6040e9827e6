import type { NoticeChannel, NoticeEvent } from '@incontro/contract'
import type { AddressKeys } from '../outcomes/addresses.ts'
import type { Channels, QueuedNotice } from './channel.ts'
import type { Decision } from './decide.ts'
import { forgetWithdrawn } from './look.ts'
import type { PlanDeps } from './plan.ts'
import { decideFor, receiverOf } from './receiver.ts'
import { subjectOf } from './subject.ts'

export type AgainDeps = PlanDeps & AddressKeys & { readonly channels: Channels }

export type Again =
  | { readonly kind: 'send' }
  | { readonly kind: 'wait'; readonly until: Date }
  | { readonly kind: 'drop'; readonly reason: string }

/** In the member's export, so a block is not named: it may be the other's. */
const reasons: Readonly<Record<Extract<Decision, { kind: 'drop' }>['why'], string>> = {
  read: 'opened meanwhile',
  blocked: 'over meanwhile',
  closed: 'over meanwhile',
  inactive: 'the account is closed',
  off: 'turned off meanwhile',
  unreached: 'not reached any more',
}

/**
 * Whether a queued notice is still sent on its channel now: hours may have passed since it was decided on, with retries
 * and a backlog, and meanwhile it is night, or its member has read, chosen or blocked. What is no notice is sent.
 */
export async function askAgain(
  deps: AgainDeps,
  channel: NoticeChannel,
  memberId: string,
  notice: QueuedNotice | undefined,
): Promise<Again> {
  if (!notice) return { kind: 'send' }
  const { db, clock } = deps
  // Its delay is over.
  const happened_at = new Date(0)
  const receiver = await receiverOf(db, memberId)
  const subject = await subjectOf(db, { memberId, event: notice.event, about: notice.about, happened_at })
  if (!receiver) return { kind: 'drop', reason: reasons.inactive }
  if (!subject) return { kind: 'drop', reason: reasons.closed }
  if (subject.state === 'read' && subject.readSeq < notice.seq && !(await forgetWithdrawn(db, { memberId, ...notice })))
    return askAgain(deps, channel, memberId, notice)
  // A message after one that was opened has a notice of its own; one after a withdrawn one has not.
  const state = subject.state === 'unread' && subject.readSeq >= notice.seq && notice.seq > 0 ? 'read' : subject.state
  // It left the digest, or never was in one.
  const now = { ...receiver, digest: 'off', now: clock() } as const
  const decision = await decideFor(db, deps, channel, { ...subject, state, happenedAt: happened_at }, now)
  if (decision.kind === 'wait') return { kind: 'wait', until: decision.until }
  return decision.kind === 'drop' ? { kind: 'drop', reason: reasons[decision.why] } : { kind: 'send' }
}

/** The key of a notice as a job or mail keeps it; undefined for anything else, such as what an older version queued. */
export function queuedNoticeIn(kept: unknown): QueuedNotice | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { event, about, seq } = kept as Partial<QueuedNotice>
  return typeof event === 'string' && typeof about === 'string' && typeof seq === 'number'
    ? { event: event as NoticeEvent, about, seq }
    : undefined
}
