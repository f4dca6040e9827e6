import { timeZoneOf } from '@incontro/contract'
import { dayAfter, dayIn, endOfDay } from './days.ts'
import { isWorkingDay } from './holidays.ts'
import { endOfPeriod } from './periods.ts'

/**
 * The last moment of a period of days by law (regulation 1182/71, article 3): the day on which it is set off does not
 * count, it ends with the last hour of its last day, and if that is a Saturday, a Sunday or a public holiday of the
 * country, with that of the next working day.
 */
export function endOfDays(from: Date, days: number, country: string): Date {
  const timeZone = timeZoneOf(country)
  return endOfWorkingDay(dayAfter(dayIn(from, timeZone), days), country)
}

/** The same of a period of months: on the day of the month on which it is set off, or the last one of a month that lacks it. */
export function endOfMonths(from: Date, count: number, country: string): Date {
  const timeZone = timeZoneOf(country)
  return endOfWorkingDay(dayIn(endOfPeriod(from, from, { unit: 'month', count }, timeZone), timeZone), country)
}

function endOfWorkingDay(day: string, country: string): Date {
  let last = day
  while (!isWorkingDay(last, country)) last = dayAfter(last, 1)
  return endOfDay(last, timeZoneOf(country))
}
