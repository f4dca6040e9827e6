import { timeZoneOf } from '@incontro/contract'
import { dayAfter, dayIn, endOfDay } from './days.ts'
import { isWorkingDay } from './holidays.ts'

/**
 * The last moment of a period of days by law (regulation 1182/71, article 3): the day on which it is set off does not
 * count, it ends with the last hour of its last day, and if that is a Saturday, a Sunday or a public holiday of the
 * country, with that of the next working day.
 */
export function endOfDays(from: Date, days: number, country: string): Date {
  const timeZone = timeZoneOf(country)
  let last = dayAfter(dayIn(from, timeZone), days)
  while (!isWorkingDay(last, country)) last = dayAfter(last, 1)
  return endOfDay(last, timeZone)
}
