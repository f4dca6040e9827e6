import { expect, test } from 'vitest'
import { askableUntil, nextCheck } from './poll-schedule.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const created = new Date('2026-11-22T10:00:00Z')
const after = (ms: number) => new Date(created.getTime() + ms)
const pause = (checks: number, age = 0) => {
  const next = nextCheck('unknown', checks, created, after(age))
  return next && next.getTime() - after(age).getTime()
}

test('an open attempt is checked soon, then at growing intervals', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map((checks) => pause(checks))).toEqual([
    5 * second,
    15 * second,
    minute,
    5 * minute,
    15 * minute,
    hour,
    hour,
    hour,
  ])
})

test('once a day after the first day, until checks end', () => {
  expect(pause(0, day - 1)).toBe(5 * second)
  expect(pause(0, day)).toBe(day)
  expect(pause(0, 13 * day - 1)).toBe(day)
  expect(pause(0, 13 * day)).toBeNull()
  expect(pause(0, 14 * day)).toBeNull()
})

test('while the member is at their bank it is checked once, after a day', () => {
  const next = (age: number) => nextCheck('requires_action', 0, created, after(age))
  expect(next(0)).toEqual(after(day))
  expect(next(day - minute)).toEqual(after(day))
  expect(next(day)).toEqual(after(day + minute))
  expect(next(14 * day - 1)).not.toBeNull()
  expect(next(14 * day)).toBeNull()
})

test('a provider is asked while it keeps idempotency keys, less an hour, and for at most two weeks', () => {
  expect(askableUntil(created, { keyLifetimeMs: 7 * day })).toEqual(after(7 * day - hour))
  expect(askableUntil(created, { keyLifetimeMs: Infinity })).toEqual(after(14 * day))
  expect(askableUntil(created, undefined)).toEqual(after(14 * day))
  const until = after(day)
  expect(nextCheck('unknown', 5, created, after(day - hour - 1), { until })).toEqual(after(day - 1))
  expect(nextCheck('unknown', 5, created, after(day - hour), { until })).toBeNull()
})

test('a payment on a provider’s page is looked up at growing intervals, daily after the first day, to a limit', () => {
  const next = (checks: number, age = 0, until?: Date) => {
    const at = nextCheck('requires_action', checks, created, after(age), { lookedUp: true, ...(until && { until }) })
    return at && at.getTime() - after(age).getTime()
  }
  expect([0, 1, 2, 3, 4, 50].map((checks) => next(checks))).toEqual([
    2 * minute,
    5 * minute,
    15 * minute,
    hour,
    hour,
    hour,
  ])
  expect([next(0, day - 1), next(0, day)]).toEqual([2 * minute, day])
  expect([next(9, 13 * day - 1), next(9, 13 * day)]).toEqual([day, null])
  expect([next(0, 0, after(2 * minute + 1)), next(0, 0, after(2 * minute))]).toEqual([2 * minute, null])
})

test('the safety margin is a quarter of a short key lifetime, and an hour of a longer one', () => {
  expect(askableUntil(created, { keyLifetimeMs: 2 * hour })).toEqual(after(1.5 * hour))
  expect(askableUntil(created, { keyLifetimeMs: 4 * hour })).toEqual(after(3 * hour))
  expect(askableUntil(created, { keyLifetimeMs: 8 * hour })).toEqual(after(7 * hour))
  expect(askableUntil(created, { keyLifetimeMs: 14 * day + hour })).toEqual(after(14 * day))
  expect(askableUntil(created, { keyLifetimeMs: 14 * day })).toEqual(after(14 * day - hour))
})
