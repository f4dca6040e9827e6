import type { Presence } from '@incontro/contract'

/** A member counts as online for this long after the last sign of life of an open browser, which comes every minute. */
export const onlineForMs = 150_000
const weekMs = 7 * 86_400_000

export const isOnline = (lastActiveAt: Date, now: Date): boolean => now.getTime() - lastActiveAt.getTime() < onlineForMs

const formats = new Map<string, Intl.DateTimeFormat>()
function dayOf(at: Date, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) formats.set(timeZone, (format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })))
  return format.format(at)
}

/**
 * What is said about when a member was last here (decision 12.18): online now, today, in the last seven days, or nothing.
 * @param timeZone where "today" begins for the viewer
 */
export function presenceOf(lastActiveAt: Date, now: Date, timeZone: string): Presence {
  if (isOnline(lastActiveAt, now)) return 'online'
  if (dayOf(lastActiveAt, timeZone) === dayOf(now, timeZone)) return 'today'
  return now.getTime() - lastActiveAt.getTime() < weekMs ? 'week' : null
}
