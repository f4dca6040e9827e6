import type { Presence } from '@incontro/contract'

/**
 * Milliseconds after the last heartbeat of an open browser for which a member counts as online; a heartbeat comes every
 * minute.
 */
export const onlineForMs = 150_000
const weekMs = 7 * 86_400_000

/** Null for a member who hides when they were active. */
export const isOnline = (lastActiveAt: Date | null, now: Date): boolean =>
  lastActiveAt !== null && now.getTime() - lastActiveAt.getTime() < onlineForMs

interface Day {
  /** First millisecond of the day, and of the next. */
  readonly from: number
  readonly to: number
}

const days = new Map<string, Day>()
/** Longest possible day: 25 hours, when clocks are set back. */
const longestDayMs = 25 * 3_600_000

/**
 * The calendar day of a moment. Cached, because formatting is slow, and a page of the list asks many times for the same
 * day.
 */
function dayAround(at: Date, timeZone: string): Day {
  const now = at.getTime()
  const known = days.get(timeZone)
  if (known && known.from <= now && now < known.to) return known
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const name = format.format(now)
  const isToday = (ms: number): boolean => format.format(ms) === name
  const from = firstOf(now - longestDayMs, now, isToday)
  const to = firstOf(now, now + longestDayMs, (ms) => !isToday(ms))
  const day = { from, to }
  days.set(timeZone, day)
  return day
}

/** Binary search: the first moment after `low` for which `holds` is true. */
function firstOf(low: number, high: number, holds: (ms: number) => boolean): number {
  let [before, after] = [low, high]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (holds(middle)) after = middle
    else before = middle
  }
  return after
}

/**
 * What is shown of a member's last activity (rule 12.18): online, today, within seven days, or nothing.
 * @param lastActiveAt null for a member who hides it
 * @param timeZone of the viewer, which determines "today"
 */
export function presenceOf(lastActiveAt: Date | null, now: Date, timeZone: string): Presence {
  if (lastActiveAt === null) return null
  if (isOnline(lastActiveAt, now)) return 'online'
  const today = dayAround(now, timeZone)
  if (lastActiveAt.getTime() >= today.from && lastActiveAt.getTime() < today.to) return 'today'
  return now.getTime() - lastActiveAt.getTime() < weekMs ? 'week' : null
}
