import { localTime, momentOf } from './local-time.ts'

/** The day on which a moment falls, as `YYYY-MM-DD`. */
export function dayIn(at: Date, timeZone: string): string {
  const { year, month, day } = localTime(at, timeZone)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

/** The moment at which a day begins; `day` is `YYYY-MM-DD`. */
export const startOfDay = (day: string, timeZone: string): Date => momentOf({ ...datedBy(day), clock: 0 }, timeZone)

/** The last millisecond of a day. */
export const endOfDay = (day: string, timeZone: string): Date =>
  new Date(startOfDay(dayAfter(day, 1), timeZone).getTime() - 1)

function datedBy(day: string): { readonly year: number; readonly month: number; readonly day: number } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { year, month, day: date }
}

/** `count` days later on the calendar. */
export function dayAfter(day: string, count: number): string {
  const { year, month, day: date } = datedBy(day)
  return new Date(Date.UTC(year, month - 1, date + count)).toISOString().slice(0, 10)
}

/** The same time by the clock, `count` calendar days later or, if negative, earlier. */
export function addDays(at: Date, count: number, timeZone: string): Date {
  const local = localTime(at, timeZone)
  return momentOf({ ...local, day: local.day + count }, timeZone)
}

/** Whole days, from clock time to the same clock time, that have passed; 0 before the start. */
export function daysPassed(start: Date, now: Date, timeZone: string): number {
  const about = Math.round((now.getTime() - start.getTime()) / 86_400_000)
  const passed = addDays(start, about, timeZone) <= now ? about : about - 1
  return Math.max(0, passed)
}

/** Whether less than a number of days lies between two moments. */
export const isShorterThan = (start: Date, end: Date, days: number, timeZone: string): boolean =>
  addDays(start, days, timeZone) > end

export interface Quarter {
  readonly year: number
  /** 1 to 4. */
  readonly quarter: number
}

/** When a quarter begins. */
export const startOfQuarter = ({ year, quarter }: Quarter, timeZone: string): Date =>
  momentOf({ year, month: quarter * 3 - 2, day: 1, clock: 0 }, timeZone)

/** When the one after it begins. */
export const endOfQuarter = ({ year, quarter }: Quarter, timeZone: string): Date =>
  momentOf({ year, month: quarter * 3 + 1, day: 1, clock: 0 }, timeZone)
