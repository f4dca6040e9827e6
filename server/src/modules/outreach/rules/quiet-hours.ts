/** Hours in which nothing is announced, in minutes of the day: they end on the next day if they end before they begin. */
export interface QuietHours {
  readonly from: number
  readonly until: number
}

/** Those of a member who has not chosen. */
export const usualQuietHours: QuietHours = { from: 22 * 60, until: 8 * 60 }

/** When a digest is sent, in minutes of the day. */
const digestAt = 9 * 60

const quarter = 15 * 60_000

interface LocalTime {
  readonly minute: number
  readonly weekday: string
}

function localTimeIn(timeZone: string): (at: Date) => LocalTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'short',
    hourCycle: 'h23',
  })
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return { minute: Number(parts['hour']) * 60 + Number(parts['minute']), weekday: parts['weekday'] ?? '' }
  }
}

/** The first quarter of an hour after a time that fits. All time zones' clocks change on one. */
function firstQuarter(after: Date, fits: (at: Date) => boolean): Date {
  let at = new Date(Math.ceil((after.getTime() + 1) / quarter) * quarter)
  while (!fits(at)) at = new Date(at.getTime() + quarter)
  return at
}

/** When the current quiet hours end; null outside them. */
export function quietHoursEnd(now: Date, timeZone: string, quiet: QuietHours | null): Date | null {
  if (quiet === null || quiet.from === quiet.until) return null
  const { from, until } = quiet
  const localTime = localTimeIn(timeZone)
  const isQuiet = (at: Date): boolean => {
    const { minute } = localTime(at)
    return from < until ? minute >= from && minute < until : minute >= from || minute < until
  }
  return isQuiet(now) ? firstQuarter(now, (at) => !isQuiet(at)) : null
}

/** When the next digest is due: in the morning, once their quiet hours are over; the weekly one on Mondays. */
export function nextDigest(
  now: Date,
  digest: 'daily' | 'weekly',
  { timeZone, quiet }: { readonly timeZone: string; readonly quiet: QuietHours | null },
): Date {
  const localTime = localTimeIn(timeZone)
  const morning = firstQuarter(now, (at) => {
    const { minute, weekday } = localTime(at)
    return minute === digestAt && (digest === 'daily' || weekday === 'Mon')
  })
  return quietHoursEnd(morning, timeZone, quiet) ?? morning
}

/** Whether the system knows a time zone. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    // Not a name of one.
    return false
  }
}
