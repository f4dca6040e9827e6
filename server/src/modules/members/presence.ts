import type { Presence } from '@incontro/contract'

/** A member counts as online for this long after the last sign of life of an open browser, which comes every minute. */
export const onlineForMs = 150_000
const weekMs = 7 * 86_400_000

/** Null for a member who does not say when they were here. */
export const isOnline = (lastActiveAt: Date | null, now: Date): boolean =>
  lastActiveAt !== null && now.getTime() - lastActiveAt.getTime() < onlineForMs

interface Day {
  /** Its first millisecond, and the first of the next. */
  readonly from: number
  readonly to: number
}

const days = new Map<string, Day>()
/** No day is longer, the one included on which clocks are set back. */
const longestDayMs = 25 * 3_600_000

/** The day that a moment lies in. Kept: formatting is slow, and a page of the list asks a dozen times about the same day. */
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

/** The first moment after `low` for which it holds; it does not at `low` and does from then on until `high`. */
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
 * What is said about when a member was last here (decision 12.18): online now, today, in the last seven days, or nothing.
 * @param lastActiveAt null for a member who does not say
 * @param timeZone where "today" begins for the viewer
 */
export function presenceOf(lastActiveAt: Date | null, now: Date, timeZone: string): Presence {
  if (lastActiveAt === null) return null
  if (isOnline(lastActiveAt, now)) return 'online'
  const today = dayAround(now, timeZone)
  if (lastActiveAt.getTime() >= today.from && lastActiveAt.getTime() < today.to) return 'today'
  return now.getTime() - lastActiveAt.getTime() < weekMs ? 'week' : null
}
