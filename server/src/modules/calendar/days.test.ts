import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  dayAfter,
  dayIn,
  daysPassed,
  endOfDay,
  endOfQuarter,
  isShorterThan,
  startOfDay,
  startOfQuarter,
} from './days.ts'

const zones = ['Europe/Rome', 'Europe/London', 'Atlantic/Canary', 'Europe/Tallinn', 'UTC']
const anyTime = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })

test.each([
  ['2026-12-31T23:30:00Z', 'Europe/Rome', '2027-01-01'],
  ['2026-12-31T23:30:00Z', 'Europe/London', '2026-12-31'],
  ['2027-06-30T22:30:00Z', 'Europe/Madrid', '2027-07-01'],
  ['2027-06-30T22:30:00Z', 'Atlantic/Canary', '2027-06-30'],
  ['2025-06-30T21:01:00Z', 'Europe/Tallinn', '2025-07-01'],
])('%s in %s is on %s', (at, timeZone, day) => expect(dayIn(new Date(at), timeZone)).toBe(day))

test.each([
  ['2027-03-28', '2027-03-27T23:00:00.000Z', '2027-03-28T21:59:59.999Z'],
  ['2027-10-31', '2027-10-30T22:00:00.000Z', '2027-10-31T22:59:59.999Z'],
  ['2026-12-31', '2026-12-30T23:00:00.000Z', '2026-12-31T22:59:59.999Z'],
])('%s in Rome is from %s to %s', (day, start, end) => {
  expect(startOfDay(day, 'Europe/Rome').toISOString()).toBe(start)
  expect(endOfDay(day, 'Europe/Rome').toISOString()).toBe(end)
})

test('every moment is within its day, and the day after begins when it ends', () => {
  fc.assert(
    fc.property(anyTime, fc.constantFrom(...zones), (at, timeZone) => {
      const day = dayIn(at, timeZone)
      expect(startOfDay(day, timeZone) <= at && at <= endOfDay(day, timeZone)).toBe(true)
      expect(startOfDay(dayAfter(day, 1), timeZone).getTime()).toBe(endOfDay(day, timeZone).getTime() + 1)
    }),
  )
})

test('days are added by the calendar, and counted as they were added', () => {
  fc.assert(
    fc.property(anyTime, fc.integer({ min: 0, max: 800 }), fc.constantFrom(...zones), (at, count, timeZone) => {
      const later = addDays(at, count, timeZone)
      expect(dayIn(later, timeZone)).toBe(dayAfter(dayIn(at, timeZone), count))
      expect(daysPassed(at, later, timeZone)).toBe(count)
      expect(daysPassed(at, new Date(later.getTime() - 1), timeZone)).toBe(Math.max(0, count - 1))
      expect(isShorterThan(at, later, count, timeZone)).toBe(false)
      expect(isShorterThan(at, later, count + 1, timeZone)).toBe(true)
    }),
  )
})

test.each([
  [{ year: 2027, quarter: 1 }, 'Europe/Rome', '2026-12-31T23:00:00.000Z', '2027-03-31T22:00:00.000Z'],
  [{ year: 2026, quarter: 4 }, 'Europe/Rome', '2026-09-30T22:00:00.000Z', '2026-12-31T23:00:00.000Z'],
  [{ year: 2027, quarter: 3 }, 'Europe/London', '2027-06-30T23:00:00.000Z', '2027-09-30T23:00:00.000Z'],
])('%o in %s is from %s to %s', (quarter, timeZone, start, end) => {
  expect(startOfQuarter(quarter, timeZone).toISOString()).toBe(start)
  expect(endOfQuarter(quarter, timeZone).toISOString()).toBe(end)
})
