import { type NoticeChannel, noticeChannels, type NoticeEvent, noticeEvents } from '@incontro/contract'
import { describe, expect, it } from 'vitest'
import { emailKinds } from '../channels/email/email.ts'
import { eventOfMail, listOf, mailKinds } from '../channels/email/mail-kinds.ts'
import { decide, type Facts } from './decide.ts'
import { noticeChannelsOf, noticeRules, ruleOf } from './table.ts'

/** What each event is, on each channel, for a member who has chosen nothing. */
const cells: Readonly<Record<NoticeEvent, Readonly<Record<NoticeChannel, 'on' | 'off' | 'fixed' | 'none'>>>> = {
  message: { email: 'on', push: 'on', telegram: 'on' },
  firstMessage: { email: 'on', push: 'on', telegram: 'on' },
  invite: { email: 'on', push: 'on', telegram: 'on' },
  like: { email: 'off', push: 'on', telegram: 'on' },
  match: { email: 'on', push: 'on', telegram: 'on' },
  visit: { email: 'off', push: 'off', telegram: 'off' },
  decision: { email: 'fixed', push: 'on', telegram: 'on' },
  renewal: { email: 'fixed', push: 'on', telegram: 'on' },
  payment: { email: 'fixed', push: 'on', telegram: 'on' },
  security: { email: 'fixed', push: 'on', telegram: 'on' },
  news: { email: 'fixed', push: 'none', telegram: 'none' },
}

const minute = 60_000
/** Noon in Rome. */
const now = new Date('2026-11-22T11:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * minute)
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * minute)

const usual: Omit<Facts, 'isOn'> = {
  now,
  happenedAt: ago(20),
  subject: 'unread',
  isActive: true,
  lastActiveAt: ago(20),
  quiet: { from: 22 * 60, until: 8 * 60 },
  timeZone: 'Europe/Rome',
  pausedUntil: null,
  digest: 'off',
}

type Outcome = 'send' | `${'drop' | 'wait'} ${string}` | 'digest'

/** Each state, and what becomes of a notice in it that is turned on: by mail, by push and Telegram. */
const states: readonly (readonly [string, Partial<Facts>, Outcome, Outcome])[] = [
  ['an unread event of a while ago, the member away', {}, 'send', 'send'],
  ['turned off', { isOn: false }, 'drop off', 'drop off'],
  ['read', { subject: 'read' }, 'drop read', 'drop read'],
  ['from a blocked member', { subject: 'blocked' }, 'drop blocked', 'drop blocked'],
  ['from a closed account', { subject: 'closed' }, 'drop closed', 'drop closed'],
  ['to an account that is not active', { isActive: false }, 'drop inactive', 'drop inactive'],
  ['of five minutes ago', { happenedAt: ago(5) }, 'wait delay 10', 'send'],
  ['of this moment', { happenedAt: now }, 'wait delay 15', 'send'],
  ['a member who was here a minute ago', { lastActiveAt: ago(1) }, 'wait online 15', 'wait online 1'],
  ['a member who was here two minutes ago', { lastActiveAt: ago(2) }, 'wait online 15', 'send'],
  ['paused for an hour', { pausedUntil: inMinutes(60) }, 'wait paused 60', 'wait paused 60'],
  ['paused until a minute ago', { pausedUntil: ago(1) }, 'send', 'send'],
  ['at night', { quiet: { from: 11 * 60, until: 13 * 60 } }, 'wait quiet 60', 'wait quiet 60'],
  ['at night elsewhere', { timeZone: 'America/New_York' }, 'wait quiet 120', 'wait quiet 120'],
  ['at night without quiet hours', { timeZone: 'America/New_York', quiet: null }, 'send', 'send'],
  ['a daily digest', { digest: 'daily' }, 'digest', 'send'],
  ['a weekly digest', { digest: 'weekly' }, 'digest', 'send'],
  ['a digest, read', { digest: 'daily', subject: 'read' }, 'drop read', 'drop read'],
  ['a digest, turned off', { digest: 'daily', isOn: false }, 'drop off', 'drop off'],
  [
    'paused and at night: looked at again after the pause',
    { pausedUntil: inMinutes(30), timeZone: 'America/New_York' },
    'wait paused 30',
    'wait paused 30',
  ],
  [
    'blocked, whatever else',
    { subject: 'blocked', pausedUntil: inMinutes(30), lastActiveAt: now },
    'drop blocked',
    'drop blocked',
  ],
]

function outcomeOf(event: NoticeEvent, channel: NoticeChannel, changes: Partial<Facts>): Outcome {
  const decision = decide(event, channel, { ...usual, isOn: ruleOf(event, channel)?.isOn ?? false, ...changes })
  if (decision.kind === 'drop') return `drop ${decision.why}`
  if (decision.kind !== 'wait') return decision.kind
  return `wait ${decision.why} ${(decision.until.getTime() - now.getTime()) / minute}`
}

describe('every event on every channel', () => {
  it('has a rule', () => {
    for (const event of noticeEvents)
      for (const channel of noticeChannels) {
        const rule = ruleOf(event, channel)
        const cell = rule === null ? 'none' : rule.fixed !== null ? 'fixed' : rule.isOn ? 'on' : 'off'
        expect([event, channel, cell]).toEqual([event, channel, cells[event][channel]])
      }
  })

  const chosen = noticeEvents.flatMap((event) => noticeChannelsOf(event).map((channel) => [event, channel] as const))
  it.each(states)('is decided: %s', (_, changes, byMail, byPush) => {
    // Turned on, also where it is off until then.
    for (const [event, channel] of chosen)
      expect([event, channel, outcomeOf(event, channel, { isOn: true, ...changes })]).toEqual([
        event,
        channel,
        channel === 'email' ? byMail : byPush,
      ])
  })

  it('is dropped where it is off and nothing was chosen, and where there is no such channel', () => {
    for (const event of noticeEvents)
      for (const channel of noticeChannels)
        if (cells[event][channel] === 'off' || cells[event][channel] === 'none')
          expect(outcomeOf(event, channel, {})).toBe('drop off')
    for (const channel of ['push', 'telegram'] as const)
      expect(outcomeOf('news', channel, { isOn: true })).toBe('drop off')
  })
})

it('what cannot be turned off is contract or security mail, and all else can: promotion by its consent', () => {
  for (const kind of emailKinds) {
    // Answers, and mail to people who are no members, follow no event.
    if (mailKinds[kind].event === null) continue
    const event = eventOfMail(kind)
    const fixed = event === 'digest' || event === 'test' ? null : noticeRules[event].channels.email?.fixed
    expect([kind, listOf(kind) === undefined]).toEqual([kind, fixed !== null && fixed !== 'consent'])
    expect([kind, mailKinds[kind].class === 'security']).toEqual([kind, fixed === 'security' && !lives.has(kind)])
  }
})
/** Of an account’s life, which has the terms of a contract. */
const lives = new Set([
  'welcome',
  'account-disabled',
  'account-restored',
  'deletion-started',
  'absence-reminder',
  'ended-by-absence',
  'deleted',
  'export-ready',
])
