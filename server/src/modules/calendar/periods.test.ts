import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localTime } from './local-time.ts'
import { anchorFrom, endOfPeriod, type Period } from './periods.ts'

const zones = [
  'Europe/Rome',
  'Europe/Madrid',
  'Europe/Paris',
  'Europe/London',
  'Europe/Dublin',
  'Atlantic/Canary',
  'UTC',
]
const month: Period = { unit: 'month', count: 1 }
const lastDayOf = (year: number, m: number) => new Date(Date.UTC(year, m, 0)).getUTCDate()

/** The days of the terms that follow each other in a contract. */
function terms(first: string, periods: readonly Period[], timeZone: string): string[] {
  let [anchor, from] = [new Date(first), new Date(first)]
  return periods.map((period) => {
    const end = endOfPeriod(anchor, from, period, timeZone)
    anchor = anchorFrom(anchor, from, timeZone)
    from = end
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(end)
  })
}

describe('a period ends by the calendar of its time zone', () => {
  test.each<[string, string, Period, string, string]>([
    ['after midnight there, before in UTC', '2027-02-28T23:30:00Z', month, 'Europe/Rome', '2027-03-31T22:30:00.000Z'],
    ['the same moment elsewhere', '2027-02-28T23:30:00Z', month, 'Europe/London', '2027-03-28T22:30:00.000Z'],
    ['over New Year', '2026-12-31T23:30:00Z', month, 'Europe/Rome', '2027-01-31T23:30:00.000Z'],
    ['over a leap day', '2028-01-31T10:00:00Z', month, 'Europe/Rome', '2028-02-29T10:00:00.000Z'],
    [
      'from a leap day',
      '2028-02-29T10:00:00Z',
      { unit: 'month', count: 12 },
      'Europe/Rome',
      '2029-02-28T10:00:00.000Z',
    ],
    ['into a skipped hour', '2027-02-28T01:30:00Z', month, 'Europe/Rome', '2027-03-28T01:30:00.000Z'],
    [
      'into an hour that comes twice',
      '2027-08-31T00:30:00Z',
      { unit: 'month', count: 2 },
      'Europe/Rome',
      '2027-10-31T00:30:00.000Z',
    ],
    [
      'days over a change of the clocks',
      '2027-03-20T10:00:00Z',
      { unit: 'day', count: 30 },
      'Europe/Rome',
      '2027-04-19T09:00:00.000Z',
    ],
    ['a long term', '2026-08-31T10:00:00Z', { unit: 'month', count: 366 }, 'Europe/Paris', '2057-02-28T11:00:00.000Z'],
  ])('%s', (_what, from, period, timeZone, end) => {
    expect(endOfPeriod(new Date(from), new Date(from), period, timeZone).toISOString()).toBe(end)
  })
})

describe('the following ones have the days of the first', () => {
  const months = (count: number): Period => ({ unit: 'month', count })
  test.each<[string, string, readonly Period[], readonly string[]]>([
    [
      'the 31st',
      '2027-01-31T12:00:00Z',
      [month, month, month, month],
      ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'],
    ],
    ['another length', '2026-11-30T12:00:00Z', [months(3), month, month], ['2027-02-28', '2027-03-30', '2027-04-30']],
    ['the 29th', '2026-12-29T12:00:00Z', [months(2), month, months(11)], ['2027-02-28', '2027-03-29', '2028-02-29']],
    [
      'days in between',
      '2027-01-31T12:00:00Z',
      [month, { unit: 'day', count: 3 }, month, month],
      ['2027-02-28', '2027-03-03', '2027-04-03', '2027-05-03'],
    ],
  ])('%s', (_what, first, periods, days) => {
    expect(terms(first, periods, 'Europe/Rome')).toEqual(days.map((day) => expect.stringContaining(day)))
  })

  test('and its time, also after one of them fell into a skipped hour', () => {
    expect(terms('2027-02-28T01:30:00Z', [month, month], 'Europe/Rome')).toEqual([
      '2027-03-28 03:30',
      '2027-04-28 02:30',
    ])
  })

  test('but not after a term was cut to another day', () => {
    const [anchor, cut] = [new Date('2027-01-31T08:00:00Z'), new Date('2027-03-10T08:00:00Z')]
    expect(anchorFrom(anchor, cut, 'Europe/Rome')).toEqual(cut)
    expect(endOfPeriod(anchor, cut, month, 'Europe/Rome')).toEqual(new Date('2027-04-10T07:00:00Z'))
  })
})

test('in any zone, from any time, months end on the first’s day or the month’s last, at its time', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      fc.constantFrom(...zones),
      fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 6 }),
      (first, timeZone, counts) => {
        const start = localTime(first, timeZone)
        let [end, passed] = [first, 0]
        for (const count of counts) {
          const from = end
          end = endOfPeriod(anchorFrom(first, from, timeZone), from, { unit: 'month', count }, timeZone)
          passed += count
          const { year, month: m, day, clock } = localTime(end, timeZone)
          expect(year * 12 + m).toBe(start.year * 12 + start.month + passed)
          expect(day).toBe(Math.min(start.day, lastDayOf(year, m)))
          // An hour that is skipped on that day is shown an hour later.
          expect([0, 3_600_000]).toContain(clock - start.clock)
          expect(end > from).toBe(true)
        }
      },
    ),
  )
})
