import { paymentCodes } from '@incontro/contract'
import { describe, expect, test } from 'vitest'
import { addDays } from '#modules/calendar/index.ts'
import { isTimely, nextTry, refusalOf, reminderDue } from './renewal-rules.ts'
import { checkRenewal } from './renewing.ts'
import type { Subscription } from './subscriptions.ts'

const hour = 3_600_000
const end = new Date('2026-12-01T10:00:00Z')
const timeZone = 'Europe/Rome'
const days = (count: number) => addDays(end, count, timeZone)

test('the reminder is due a day before the notice period begins, and immediately in a shorter term', () => {
  expect(reminderDue(days(-90), end, 30, timeZone)).toEqual(days(-31))
  expect(reminderDue(days(-31), end, 30, timeZone)).toEqual(days(-31))
  expect(reminderDue(days(-7), end, 30, timeZone)).toEqual(days(-7))
})

test('a reminder counts when it was sent within a day of being due', () => {
  expect(isTimely(days(-31), days(-31))).toBe(true)
  expect(isTimely(days(-30), days(-31))).toBe(true)
  expect(isTimely(new Date(days(-30).getTime() + 1), days(-31))).toBe(false)
  expect(isTimely(null, days(-31))).toBe(false)
  expect(isTimely(days(-31), null)).toBe(false)
})

describe('a declined renewal is tried again', () => {
  test.each([
    [1, 1],
    [2, 3],
    [3, 5],
    [4, 8],
    [5, 12],
    [6, 17],
    [7, 23],
  ])('after %d tries on day %d', (declined, day) => {
    expect(nextTry(end, declined, { graceUntil: days(60), now: days(0), timeZone })).toEqual(days(day))
  })
  test('never after the last of them, within the grace period or later', () => {
    expect(nextTry(end, 8, { graceUntil: days(60), now: days(0), timeZone })).toBeNull()
    expect(nextTry(end, 4, { graceUntil: days(8), now: days(0), timeZone })).toBeNull()
    expect(nextTry(end, 3, { graceUntil: days(8), now: days(0), timeZone })).toEqual(days(5))
    expect(nextTry(end, 1, { graceUntil: days(60), now: days(1), timeZone })).toEqual(days(3))
    expect(nextTry(end, 1, { graceUntil: days(60), now: days(4), timeZone })).toEqual(days(5))
  })
})

test.each([
  ['declined', 'insufficient_funds', 'soft'],
  ['declined', 'retry', 'soft'],
  ['failed', 'processing_error', 'soft'],
  ['declined', 'authentication_required', 'authentication'],
  ['declined', 'warning', 'authentication'],
  ['expired', null, 'authentication'],
  ['expired', 'insufficient_funds', 'authentication'],
  ['failed', null, 'soft'],
  ['declined', 'lost_or_stolen', 'hard'],
  ['declined', 'blacklisted', 'hard'],
  ['failed', 'blacklisted', 'hard'],
  ['declined', 'card_declined', 'method'],
  ['declined', 'expired_card', 'method'],
  ['declined', 'change_method', 'method'],
  ['declined', 'a code of tomorrow', 'method'],
  ['declined', null, 'method'],
  ['cancelled', null, 'method'],
])('%s for %s is %s', (state, code, refusal) => {
  expect(refusalOf(state, code)).toBe(refusal)
})

test('only a stolen card and fraud end a plan, whatever else the catalogue has', () => {
  const ending = paymentCodes.filter((code) => refusalOf('declined', code) === 'hard')
  expect(ending.toSorted()).toEqual(['blacklisted', 'lost_or_stolen'])
})

describe('a renewal', () => {
  const due = {
    renews: true,
    state: 'active',
    period_end: end,
    next_try_at: end,
    notice_sent_at: days(-31),
    notice_due_at: days(-31),
  } as Subscription
  const check = (changes: Partial<Subscription> = {}, input: Partial<Parameters<typeof checkRenewal>[1]> = {}) =>
    checkRenewal({ ...due, ...changes }, { now: end, graceDays: 7, reminder: 'sent', timeZone, ...input })

  /** The end of the day that many days after the paid period, or so many milliseconds before. */
  const lastMoment = (count: number, before = 1) => new Date(Date.parse(`2026-12-0${1 + count}T23:00:00Z`) - 1 - before)

  test('that is due and was announced is charged', () => {
    expect(check()).toEqual({ go: 'charge' })
    expect(check({ state: 'past_due' })).toEqual({ go: 'charge' })
    expect(check({}, { now: lastMoment(7) })).toEqual({ go: 'charge' })
  })

  test.each<[string, Partial<Subscription>]>([
    ['does not renew', { renews: false }],
    ['is cancelled', { state: 'cancelled' }],
    ['has ended', { state: 'ended' }],
    ['is being charged', { next_try_at: null }],
    ['is tried later', { next_try_at: days(1) }],
    ['is paid for longer', { period_end: days(1) }],
  ])('that %s waits', (_what, changes) => {
    expect(check(changes)).toEqual({ go: 'wait' })
  })

  test('waits while its reminder is queued, and ends when it was lost, late or never sent', () => {
    expect(check({}, { reminder: 'queued' })).toEqual({ go: 'wait' })
    for (const changes of [{ notice_sent_at: null }, { notice_sent_at: new Date(days(-30).getTime() + hour) }])
      expect(check(changes)).toEqual({ go: 'end', reason: 'no_notice' })
    expect(check({}, { reminder: 'lost' })).toEqual({ go: 'end', reason: 'no_notice' })
  })

  test('ends when its grace period, of at least a day, is over', () => {
    expect(check({}, { now: lastMoment(7, 0) })).toEqual({ go: 'end', reason: 'unpaid' })
    expect(check({}, { now: lastMoment(7, 0), reminder: 'lost' })).toEqual({ go: 'end', reason: 'no_notice' })
    expect(check({}, { now: lastMoment(1), graceDays: 0 })).toEqual({ go: 'charge' })
    expect(check({}, { now: lastMoment(1, 0), graceDays: 0 })).toEqual({ go: 'end', reason: 'unpaid' })
  })

  test('keeps the grace period that was announced, if the brand shortens it later', () => {
    const promised = { state: 'past_due', grace_until: days(7) } as const
    expect(check(promised, { now: days(5), graceDays: 3 })).toEqual({ go: 'charge' })
    expect(check({ ...promised, state: 'active' }, { now: days(5), graceDays: 3 })).toMatchObject({ go: 'end' })
  })
})
