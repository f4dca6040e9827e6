import type { Digest, NoticeChannel, NoticeEvent } from '@incontro/contract'
import { nextDigest, type QuietHours, quietHoursEnd } from './quiet-hours.ts'
import { noticeRules, ruleOf } from './table.ts'

/** What is true of a notice, its member and a channel at a moment. */
export interface Facts {
  readonly now: Date
  /** From when its delay counts. */
  readonly happenedAt: Date
  /** What it is about: still unread; read or withdrawn; from a member who was blocked, or whose account is closed. */
  readonly subject: 'unread' | 'read' | 'blocked' | 'closed'
  /** Whether the account is active and of a person. */
  readonly isActive: boolean
  readonly lastActiveAt: Date
  /** The member's choice, or what the rules say without one. */
  readonly isOn: boolean
  readonly quiet: QuietHours | null
  readonly timeZone: string
  readonly pausedUntil: Date | null
  readonly digest: Digest
}

export type Decision =
  | { readonly kind: 'send' }
  | { readonly kind: 'wait'; readonly why: 'delay' | 'paused' | 'online' | 'quiet'; readonly until: Date }
  /** It is sent with others. */
  | { readonly kind: 'digest'; readonly until: Date }
  /** Unreached: no confirmed address that has not bounced, no device. */
  | { readonly kind: 'drop'; readonly why: 'read' | 'blocked' | 'closed' | 'inactive' | 'off' | 'unreached' }

/** Whether a notice is sent on a channel now, later, with others or never. */
export function decide(event: NoticeEvent, channel: NoticeChannel, facts: Facts): Decision {
  const rule = ruleOf(event, channel)
  const { now, happenedAt, subject, quiet, timeZone, pausedUntil } = facts
  if (rule === null || !facts.isOn) return { kind: 'drop', why: 'off' }
  if (!facts.isActive) return { kind: 'drop', why: 'inactive' }
  if (subject !== 'unread') return { kind: 'drop', why: subject }
  if (channel === 'email' && facts.digest !== 'off' && noticeRules[event].digest)
    return { kind: 'digest', until: nextDigest(now, facts.digest, { timeZone, quiet }) }
  const due = new Date(happenedAt.getTime() + rule.delayMs)
  if (due > now) return { kind: 'wait', why: 'delay', until: due }
  if (pausedUntil && pausedUntil > now) return { kind: 'wait', why: 'paused', until: pausedUntil }
  const away = new Date(facts.lastActiveAt.getTime() + rule.awayMs)
  // They may stay: it is looked at again, not sent when their time is over.
  if (away > now)
    return { kind: 'wait', why: 'online', until: new Date(now.getTime() + Math.max(rule.delayMs, 60_000)) }
  const morning = quietHoursEnd(now, timeZone, quiet)
  if (morning) return { kind: 'wait', why: 'quiet', until: morning }
  return { kind: 'send' }
}
