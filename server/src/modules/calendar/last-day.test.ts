import { timeZoneOf } from '@incontro/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter, dayIn } from './days.ts'
import { holidaysOf, isWorkingDay } from './holidays.ts'
import { endOfDays } from './last-day.ts'

const countries = ['IT', 'ES', 'FR', 'GB', 'IE'] as const

describe('public holidays', () => {
  test.each<[(typeof countries)[number], number, readonly string[]]>([
    ['IT', 2025, ['01-01', '01-06', '04-21', '04-25', '05-01', '06-02', '08-15', '11-01', '12-08', '12-25', '12-26']],
    [
      'IT',
      2027,
      ['01-01', '01-06', '03-29', '04-25', '05-01', '06-02', '08-15', '10-04', '11-01', '12-08', '12-25', '12-26'],
    ],
    ['ES', 2027, ['01-01', '01-06', '03-26', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25']],
    ['FR', 2027, ['01-01', '03-29', '05-01', '05-06', '05-08', '05-17', '07-14', '08-15', '11-01', '11-11', '12-25']],
    ['GB', 2026, ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28']],
    ['GB', 2027, ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28']],
    ['GB', 2028, ['01-03', '04-14', '04-17', '05-01', '05-29', '08-28', '12-25', '12-26']],
    ['IE', 2027, ['01-01', '02-01', '03-17', '03-29', '05-03', '06-07', '08-02', '10-25', '12-25', '12-26']],
    ['IE', 2030, ['01-01', '02-01', '03-17', '04-22', '05-06', '06-03', '08-05', '10-28', '12-25', '12-26']],
  ])('of %s in %d', (country, year, days) => {
    expect([...holidaysOf(country, year)].toSorted()).toEqual(days.map((day) => `${year}-${day}`))
  })
})

describe('fourteen days end with the last hour of the last day', () => {
  test.each<[string, string, string, string]>([
    ['a working day', 'IT', '2026-12-01T09:00:00Z', '2026-12-15T22:59:59.999Z'],
    ['of a purchase shortly after midnight', 'IT', '2027-02-28T23:30:00Z', '2027-03-15T22:59:59.999Z'],
    ['a Saturday', 'IT', '2026-11-28T09:00:00Z', '2026-12-14T22:59:59.999Z'],
    ['a Sunday', 'IT', '2026-11-29T09:00:00Z', '2026-12-14T22:59:59.999Z'],
    ['Christmas, a Saint and a weekend', 'IT', '2026-12-11T09:00:00Z', '2026-12-28T22:59:59.999Z'],
    ['Good Friday, which Italy works on', 'IT', '2027-03-12T09:00:00Z', '2027-03-26T22:59:59.999Z'],
    ['Good Friday, which Spain does not', 'ES', '2027-03-12T09:00:00Z', '2027-03-29T21:59:59.999Z'],
    ['Good Friday and Easter Monday', 'GB', '2027-03-12T09:00:00Z', '2027-03-30T22:59:59.999Z'],
    ['a day on which the clocks change', 'IE', '2027-10-15T09:00:00Z', '2027-10-29T22:59:59.999Z'],
    ['in the next year', 'FR', '2026-12-18T09:00:00Z', '2027-01-04T22:59:59.999Z'],
  ])('%s (%s)', (_what, country, from, end) => {
    expect(endOfDays(new Date(from), 14, country).toISOString()).toBe(end)
  })

  test('of a working day, never sooner, and within a week after', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2025-01-01'), max: new Date('2045-01-01'), noInvalidDate: true }),
        fc.constantFrom(...countries),
        (from, country) => {
          const timeZone = timeZoneOf(country)
          const end = endOfDays(from, 14, country)
          const last = dayIn(end, timeZone)
          expect(isWorkingDay(last, country)).toBe(true)
          expect(dayIn(new Date(end.getTime() + 1), timeZone)).toBe(dayAfter(last, 1))
          const legal = dayAfter(dayIn(from, timeZone), 14)
          expect(last >= legal && last < dayAfter(legal, 7)).toBe(true)
          for (let day = legal; day < last; day = dayAfter(day, 1)) expect(isWorkingDay(day, country)).toBe(false)
        },
      ),
    )
  })
})
