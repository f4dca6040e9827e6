import { dayIn, endOfPeriod, isShorterThan } from '#modules/calendar/index.ts'
import type { RatePlan } from '#modules/flows/index.ts'
import { periodAdded, type Subscription } from '#modules/subscriptions/index.ts'
import type { OfferedChange } from '../plan-changes/upgrade.ts'

/** The period that ordering a plan now buys: what the page promises, the grant stores and the receipt says. */
export interface OfferedTerm {
  readonly from: Date
  readonly until: Date
  /** It is shorter than the notice before a renewal. */
  readonly isShort: boolean
}

/** Null for a pack. @param change if it changes the running plan */
export function offeredTerm(
  { period }: Pick<RatePlan, 'period'>,
  {
    running,
    change,
    now,
    timeZone,
    noticeDays,
  }: {
    readonly running: Subscription | undefined
    readonly change: OfferedChange | undefined
    readonly now: Date
    /** Of the member's country. */
    readonly timeZone: string
    readonly noticeDays: number
  },
): OfferedTerm | null {
  if (!period) return null
  const isAtRenewal = change?.when === 'renewal' && running !== undefined
  const { from, until } = isAtRenewal
    ? { from: running.period_end, until: endOfPeriod(running.anchored_at, running.period_end, period, timeZone) }
    : periodAdded(running, period, { at: now, isUpgrade: change?.when === 'now', timeZone })
  // The reminder of its renewal is due from the order on, or from the renewal that begins it.
  return { from, until, isShort: isShorterThan(isAtRenewal ? from : now, until, noticeDays, timeZone) }
}

/** Whether a term ends on the day that the member saw: the page may have been open over midnight. */
export const endsAsSeen = (term: OfferedTerm | null | undefined, seen: string | undefined, timeZone: string): boolean =>
  seen === undefined || (!!term && dayIn(term.until, timeZone) === dayIn(new Date(seen), timeZone))
