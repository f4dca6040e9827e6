import type { Locale } from '@incontro/contract'
import { dateWords } from '@incontro/contract/date-words'
import { dateFormat, relativeFormat } from '#app/i18n/date-forms.ts'
import type { PageClock } from '#app/session/page-clock.ts'

type Zone = PageClock['timeZone']

/** The calendar's day of a moment, in a time zone or by the device's, as its beginning in UTC: all days are as long. */
const startOf = (time: string | Date, timeZone: Zone): Date => {
  const date = new Date(time)
  if (timeZone === undefined) return new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()))
  const [day = 0, month = 0, year = 0] = dateFormat('en', {
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
    timeZone,
  })
    .format(date)
    .split('/')
    .map(Number)
  return new Date(Date.UTC(year, month - 1, day))
}

/** Whole days between a moment and now by the calendar: 0 today, 1 yesterday. */
export const daysAgo = (time: string, { now, timeZone }: PageClock): number =>
  (startOf(now, timeZone).getTime() - startOf(time, timeZone).getTime()) / 86_400_000

export const sameDay = (one: string, other: string, timeZone: Zone): boolean =>
  startOf(one, timeZone).getTime() === startOf(other, timeZone).getTime()

export const timeOfDay = (time: string, locale: Locale, timeZone: Zone): string =>
  dateFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(time))

/** Minutes and seconds of a recording: "0:07". */
export const minutes = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const capital = (word: string, locale: Locale) => word.charAt(0).toLocaleUpperCase(locale) + word.slice(1)

/** "Today", "Yesterday", then the weekday, then the date. */
export const dayName = (time: string, locale: Locale, clock: PageClock): string => {
  const ago = daysAgo(time, clock)
  if (ago <= 1) return capital(relativeFormat(locale, { numeric: 'auto' }).format(-Math.max(0, ago), 'day'), locale)
  const { now, timeZone } = clock
  const [year, thisYear] = [time, now].map((each) => startOf(each, timeZone).getUTCFullYear())
  return capital(
    dateWords(
      locale,
      dateFormat(
        locale,
        ago < 7
          ? { weekday: 'long', timeZone }
          : { day: 'numeric', month: 'long', ...(year !== thisYear && { year: 'numeric' }), timeZone },
      ).format(new Date(time)),
    ),
    locale,
  )
}

/** For a row of the list: the time today, then the day in short. */
export const rowTime = (time: string, locale: Locale, clock: PageClock): string => {
  const ago = daysAgo(time, clock)
  const { timeZone } = clock
  if (ago <= 0) return timeOfDay(time, locale, timeZone)
  if (ago === 1) return dayName(time, locale, clock)
  return capital(
    dateWords(
      locale,
      dateFormat(
        locale,
        ago < 7 ? { weekday: 'short', timeZone } : { day: 'numeric', month: 'short', timeZone },
      ).format(new Date(time)),
    ),
    locale,
  )
}
