import type { Locale } from '@incontro/contract'
import { dateWords } from '@incontro/contract/date-words'
import { dateFormat, relativeFormat } from '#app/i18n/date-forms.ts'

const day = 86_400_000
const startOf = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** Whole days between two moments by the local calendar: 0 today, 1 yesterday. */
export const daysAgo = (time: string, now = new Date()): number =>
  Math.round((startOf(now) - startOf(new Date(time))) / day)

export const sameDay = (one: string, other: string): boolean => startOf(new Date(one)) === startOf(new Date(other))

export const clock = (time: string, locale: Locale): string =>
  dateFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(new Date(time))

/** Minutes and seconds of a recording: "0:07". */
export const minutes = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const capital = (word: string, locale: Locale) => word.charAt(0).toLocaleUpperCase(locale) + word.slice(1)

/** "Today", "Yesterday", then the weekday, then the date. */
export const dayName = (time: string, locale: Locale, now = new Date()): string => {
  const ago = daysAgo(time, now)
  if (ago <= 1) return capital(relativeFormat(locale, { numeric: 'auto' }).format(-Math.max(0, ago), 'day'), locale)
  const sameYear = new Date(time).getFullYear() === now.getFullYear()
  return capital(
    dateWords(
      locale,
      dateFormat(
        locale,
        ago < 7 ? { weekday: 'long' } : { day: 'numeric', month: 'long', ...(!sameYear && { year: 'numeric' }) },
      ).format(new Date(time)),
    ),
    locale,
  )
}

/** For a row of the list: the time today, then the day in short. */
export const rowTime = (time: string, locale: Locale, now = new Date()): string => {
  const ago = daysAgo(time, now)
  if (ago <= 0) return clock(time, locale)
  if (ago === 1) return dayName(time, locale, now)
  return capital(
    dateWords(
      locale,
      dateFormat(locale, ago < 7 ? { weekday: 'short' } : { day: 'numeric', month: 'short' }).format(new Date(time)),
    ),
    locale,
  )
}
