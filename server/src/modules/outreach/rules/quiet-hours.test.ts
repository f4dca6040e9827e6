import { describe, expect, it } from 'vitest'
import { isTimeZone, nextDigest, quietHoursEnd, usualQuietHours } from './quiet-hours.ts'

describe('quiet hours', () => {
  it.each<[string, string, string | null]>([
    ['2026-11-22T20:59:59Z', 'Europe/Rome', null],
    ['2026-11-22T21:00:00Z', 'Europe/Rome', '2026-11-23T07:00:00Z'],
    ['2026-11-23T00:30:10Z', 'Europe/Rome', '2026-11-23T07:00:00Z'],
    ['2026-11-23T06:59:59Z', 'Europe/Rome', '2026-11-23T07:00:00Z'],
    ['2026-11-23T07:00:00Z', 'Europe/Rome', null],
    ['2026-11-23T07:30:00Z', 'Europe/London', '2026-11-23T08:00:00Z'],
    // The night on which clocks go forward.
    ['2027-03-27T23:00:00Z', 'Europe/Rome', '2027-03-28T06:00:00Z'],
  ])('at %s in %s end at %s', (at, timeZone, end) => {
    expect(quietHoursEnd(new Date(at), timeZone, usualQuietHours)).toEqual(end === null ? null : new Date(end))
  })

  it.each<[string, number, number, string | null]>([
    // Without a night between: 13:00 to 15:30 in Rome.
    ['2026-11-22T11:59:00Z', 780, 930, null],
    ['2026-11-22T12:00:00Z', 780, 930, '2026-11-22T14:30:00Z'],
    ['2026-11-22T14:30:00Z', 780, 930, null],
    // The hour that is left out in spring: 02:15 and 02:45 do not exist.
    ['2027-03-28T00:45:00Z', 105, 165, '2027-03-28T01:00:00Z'],
    // The hour that comes twice in autumn is quiet twice.
    ['2026-10-25T00:15:00Z', 120, 180, '2026-10-25T02:00:00Z'],
    // Midnight.
    ['2026-11-22T22:59:00Z', 1380, 0, '2026-11-22T23:00:00Z'],
  ])('at %s from minute %i to %i end at %s', (at, from, until, end) => {
    expect(quietHoursEnd(new Date(at), 'Europe/Rome', { from, until })).toEqual(end === null ? null : new Date(end))
  })

  it('can be none', () => {
    expect(quietHoursEnd(new Date('2026-11-23T00:00:00Z'), 'Europe/Rome', null)).toBeNull()
  })
})

describe('a digest', () => {
  it.each<[string, 'daily' | 'weekly', string, string]>([
    ['2026-11-22T07:00:00Z', 'daily', 'Europe/Rome', '2026-11-22T08:00:00Z'],
    ['2026-11-22T08:00:00Z', 'daily', 'Europe/Rome', '2026-11-23T08:00:00Z'],
    ['2026-11-22T12:00:00Z', 'daily', 'America/New_York', '2026-11-22T14:00:00Z'],
    // Across the change of clocks.
    ['2027-03-27T12:00:00Z', 'daily', 'Europe/Rome', '2027-03-28T07:00:00Z'],
    ['2026-11-25T12:00:00Z', 'weekly', 'Europe/Rome', '2026-11-30T08:00:00Z'],
  ])('after %s, %s in %s, is due at %s', (now, digest, timeZone, due) => {
    expect(nextDigest(new Date(now), digest, { timeZone, quiet: usualQuietHours })).toEqual(new Date(due))
  })

  it('waits for the end of quiet hours', () => {
    const quiet = { from: 23 * 60, until: 11 * 60 }
    expect(nextDigest(new Date('2026-11-22T12:00:00Z'), 'daily', { timeZone: 'Europe/Rome', quiet })).toEqual(
      new Date('2026-11-23T10:00:00Z'),
    )
  })
})

it.each([
  ['Europe/Rome', true],
  ['Etc/GMT+5', true],
  ['UTC', true],
  ['Europe/Atlantis', false],
  ['', false],
  ['../../etc/passwd', false],
  ["Europe/Rome'; drop table members", false],
])('%s is a time zone: %s', (name, is) => expect(isTimeZone(name)).toBe(is))
