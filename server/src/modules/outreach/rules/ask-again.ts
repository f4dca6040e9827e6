import type { NoticeChannel, NoticeEvent } from '@incontro/contract'
import type { DigestCounts } from '../channels/email/email.ts'
import type { AddressKeys } from '../outcomes/addresses.ts'
import type { Channels, QueuedNotice } from './channel.ts'
import type { Decision } from './decide.ts'
import { digestCounts } from './digest-counts.ts'
import { forgetWithdrawn } from './look.ts'
import type { PlanDeps } from './plan.ts'
import { decideFor, type Receiver, receiverOf } from './receiver.ts'
import { subjectOf } from './subject.ts'

export type AgainDeps = PlanDeps & AddressKeys & { readonly channels: Channels }

type NotSent = { readonly kind: 'wait'; readonly until: Date } | { readonly kind: 'drop'; readonly reason: string }
export type Again = { readonly kind: 'send' } | NotSent
export type DigestAgain = { readonly kind: 'send'; readonly counts: DigestCounts } | NotSent

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
  const receiver = await receiverOf(deps.db, memberId)
  if (!receiver) return { kind: 'drop', reason: reasons.inactive }
  const { decision } = await decideAgain(deps, channel, receiver, notice)
  if (decision.kind === 'wait') return { kind: 'wait', until: decision.until }
  return decision.kind === 'drop' ? { kind: 'drop', reason: reasons[decision.why] } : { kind: 'send' }
}

/** The same of a queued digest: what is left of it, or nothing. */
export async function askDigestAgain(
  deps: AgainDeps,
  memberId: string,
  notices: readonly QueuedNotice[],
): Promise<DigestAgain> {
  const receiver = await receiverOf(deps.db, memberId)
  if (!receiver) return { kind: 'drop', reason: reasons.inactive }
  // It comes when it is due, also to a member who is there.
  const waited = { ...receiver, lastActiveAt: new Date(0) }
  const left: NoticeEvent[] = []
  let reason = reasons.closed
  for (const notice of notices) {
    const { event, decision } = await decideAgain(deps, 'email', waited, notice)
    if (decision.kind === 'wait') return { kind: 'wait', until: decision.until }
    if (decision.kind === 'drop') reason = reasons[decision.why]
    else left.push(event)
  }
  return left.length === 0 ? { kind: 'drop', reason } : { kind: 'send', counts: digestCounts(left) }
}

async function decideAgain(
  deps: AgainDeps,
  channel: NoticeChannel,
  receiver: Receiver,
  notice: QueuedNotice,
): Promise<{ readonly event: NoticeEvent; readonly decision: Decision }> {
  const { db, clock } = deps
  const { memberId } = receiver.to
  // Its delay is over.
  const happened_at = new Date(0)
  const subject = await subjectOf(db, { memberId, event: notice.event, about: notice.about, happened_at })
  if (!subject) return { event: notice.event, decision: { kind: 'drop', why: 'closed' } }
  if (subject.state === 'read' && subject.readSeq < notice.seq && !(await forgetWithdrawn(db, { memberId, ...notice })))
    return decideAgain(deps, channel, receiver, notice)
  // A message after one that was opened has a notice of its own; one after a withdrawn one has not.
  const state = subject.state === 'unread' && subject.readSeq >= notice.seq && notice.seq > 0 ? 'read' : subject.state
  // It left the digest, or never was in one.
  const now = { ...receiver, digest: 'off', now: clock() } as const
  const decision = await decideFor(db, deps, channel, { ...subject, state, happenedAt: happened_at }, now)
  return { event: subject.event, decision }
}

/** The key of a notice as a job or mail keeps it; undefined for anything else, such as what an older version queued. */
export function queuedNoticeIn(kept: unknown): QueuedNotice | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { event, about, seq } = kept as Partial<QueuedNotice>
  return typeof event === 'string' && typeof about === 'string' && typeof seq === 'number'
    ? { event: event as NoticeEvent, about, seq }
    : undefined
}

/** The notices of a digest as its mail keeps them; undefined for one that an older version queued. */
export const queuedNoticesIn = (kept: unknown): readonly QueuedNotice[] | undefined =>
  Array.isArray(kept) ? kept.flatMap((one: unknown) => queuedNoticeIn(one) ?? []) : undefined
