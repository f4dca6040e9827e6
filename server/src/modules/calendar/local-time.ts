/** A moment as clocks and calendars of a time zone show it. */
export interface LocalTime {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  /** Milliseconds since midnight on the clock. */
  readonly clock: number
}

const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, made)
  return made
}

/** Local date and clock as if they were UTC, in milliseconds. */
function wallMs(at: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: string) => parts.get(type as Intl.DateTimeFormatPartTypes) ?? 0
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall + (((at % 1000) + 1000) % 1000)
}

export function localTime(at: Date, timeZone: string): LocalTime {
  const wall = new Date(wallMs(at.getTime(), timeZone))
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    clock: ((wall.getTime() % dayMs) + dayMs) % dayMs,
  }
}

/**
 * The moment at which clocks of a time zone show this. `month` and `day` may lie outside their range, as in `Date.UTC`.
 * Of a time that is shown twice, the first; one that is skipped is as much later as the clocks are put forward.
 */
export function momentOf({ year, month, day, clock }: LocalTime, timeZone: string): Date {
  const wall = Date.UTC(year, month - 1, day) + clock
  const offsetAt = (at: number) => wallMs(at, timeZone) - at
  const before = wall - offsetAt(wall - dayMs)
  if (wallMs(before, timeZone) === wall) return new Date(before)
  const after = wall - offsetAt(wall + dayMs)
  return new Date(wallMs(after, timeZone) === wall ? after : before)
}
