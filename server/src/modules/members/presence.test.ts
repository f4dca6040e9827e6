import { expect, it } from 'vitest'
import { isOnline, presenceOf } from './presence.ts'

const now = new Date('2026-11-22T08:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const minute = 60_000
const day = 1440 * minute

it.each([
  ['this moment', 0, 'online'],
  ['two and a half minutes, less a moment', 2.5 * minute - 1, 'online'],
  ['two and a half minutes', 2.5 * minute, 'today'],
  ['since midnight in Rome', 9 * 60 * minute, 'today'],
  ['a moment before midnight in Rome', 9 * 60 * minute + 1, 'week'],
  ['seven days, less a moment', 7 * day - 1, 'week'],
  ['seven days', 7 * day, null],
])('last seen %s ago', (_, ms, presence) => {
  expect(presenceOf(ago(ms), now, 'Europe/Rome')).toBe(presence)
  expect(isOnline(ago(ms), now)).toBe(presence === 'online')
})

it('begins the day where the viewer lives', () => {
  expect(presenceOf(ago(8.5 * 60 * minute), now, 'Europe/London')).toBe('week')
  expect(presenceOf(ago(8.5 * 60 * minute), now, 'Europe/Rome')).toBe('today')
})
