import { localTime, momentOf } from './local-time.ts'

export interface Period {
  readonly unit: 'day' | 'month'
  readonly count: number
}

/** Clocks are put forward or back by an hour at most, which moves a time that one of these days skips. */
const clockChangeMs = 60 * 60_000

/**
 * The end of the period that begins at `from`, at the same time by the clock. A month that lacks the day ends on its
 * last one, and the next one has it again: days are counted from the contract's first (`anchor`): 31 January, 28 February,
 * 31 March. If `from` is none of its days, because the term was shortened, they are counted from there.
 */
export function endOfPeriod(anchor: Date, from: Date, { unit, count }: Period, timeZone: string): Date {
  const first = localTime(anchorFrom(anchor, from, timeZone), timeZone)
  const { year, month, day } = localTime(from, timeZone)
  if (unit === 'day') return momentOf({ year, month, day: day + count, clock: first.clock }, timeZone)
  return inMonth(first, year, month + count, timeZone)
}

/** What the periods after `from` are counted from: the contract's first day if `from` is one of its days, or `from`. */
export function anchorFrom(anchor: Date, from: Date, timeZone: string): Date {
  const { year, month } = localTime(from, timeZone)
  const regular = inMonth(localTime(anchor, timeZone), year, month, timeZone)
  return Math.abs(regular.getTime() - from.getTime()) <= clockChangeMs ? anchor : from
}

/** The day and time in another month; its last day if it lacks this one. */
function inMonth(first: ReturnType<typeof localTime>, year: number, month: number, timeZone: string): Date {
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return momentOf({ year, month, day: Math.min(first.day, lastDay), clock: first.clock }, timeZone)
}
