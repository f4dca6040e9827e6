/** Milliseconds in which a message may still be opened without an email. */
export const noticeDelayMs = 15 * 60_000

/** No notification is sent from 22 to 8 in the recipient's time zone. */
const quietFrom = 22
const quietUntil = 8
const quarter = 15 * 60_000

const hourAt = (at: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(at))

/** When the current quiet hours end; null outside them. */
export function quietHoursEnd(now: Date, timeZone: string): Date | null {
  const isQuiet = (at: Date): boolean => {
    const hour = hourAt(at, timeZone)
    return hour >= quietFrom || hour < quietUntil
  }
  if (!isQuiet(now)) return null
  // In quarters of an hour, to which all time zones' clock changes are aligned.
  let at = new Date(Math.ceil((now.getTime() + 1) / quarter) * quarter)
  while (isQuiet(at)) at = new Date(at.getTime() + quarter)
  return at
}
