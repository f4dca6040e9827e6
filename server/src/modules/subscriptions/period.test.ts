import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfPeriod, nextEnd } from './period.ts'

const start = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
const count = fc.integer({ min: 1, max: 366 })

test('a month ends on the same day or on the month’s last', () => {
  expect(endOfPeriod(new Date('2027-01-31T10:00:00Z'), { unit: 'month', count: 1 }).toISOString()).toBe(
    '2027-02-28T10:00:00.000Z',
  )
  expect(endOfPeriod(new Date('2028-01-31T10:00:00Z'), { unit: 'month', count: 1 }).toISOString()).toBe(
    '2028-02-29T10:00:00.000Z',
  )
  expect(endOfPeriod(new Date('2026-11-21T08:00:00Z'), { unit: 'month', count: 3 }).toISOString()).toBe(
    '2027-02-21T08:00:00.000Z',
  )
  expect(endOfPeriod(new Date('2026-11-21T08:00:00Z'), { unit: 'day', count: 30 }).toISOString()).toBe(
    '2026-12-21T08:00:00.000Z',
  )
})

test('no month is skipped', () => {
  fc.assert(
    fc.property(start, count, (from, months) => {
      const end = endOfPeriod(from, { unit: 'month', count: months })
      const passed = (end.getUTCFullYear() - from.getUTCFullYear()) * 12 + end.getUTCMonth() - from.getUTCMonth()
      expect(passed).toBe(months)
      expect(end.getUTCDate()).toBeLessThanOrEqual(from.getUTCDate())
      expect(end.getTime() % 86_400_000).toBe(from.getTime() % 86_400_000)
    }),
  )
})

test('a day has twenty-four hours', () => {
  fc.assert(
    fc.property(start, count, (from, days) => {
      expect(endOfPeriod(from, { unit: 'day', count: days }).getTime() - from.getTime()).toBe(days * 86_400_000)
    }),
  )
})

test('the next end is counted from the first start, and always later', () => {
  const anchor = new Date('2027-01-31T08:00:00Z')
  const month = { unit: 'month', count: 1 } as const
  const ends = ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'].map((day) => new Date(`${day}T08:00:00Z`))
  expect(nextEnd(anchor, anchor, month)).toEqual(ends[0])
  for (const [at, end] of ends.slice(0, -1).entries()) expect(nextEnd(anchor, end, month)).toEqual(ends[at + 1])
  // A shortened term ends between two regular ends.
  expect(nextEnd(anchor, new Date('2027-03-10T08:00:00Z'), month)).toEqual(ends[1])
})
