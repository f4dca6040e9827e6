import { addDays } from '#modules/calendar/index.ts'

const dayMs = 86_400_000

/**
 * When the reminder of a renewal is due: one day before the brand's notice period begins, to leave time for the job;
 * immediately if the term, from its start or resumption, is shorter than that.
 */
export function reminderDue(agreedAt: Date, renewsAt: Date, noticeDays: number, timeZone: string): Date {
  return new Date(Math.max(agreedAt.getTime(), addDays(renewsAt, -(noticeDays + 1), timeZone).getTime()))
}

/** The earliest due time of a reminder that is still timely at `sentAt`: within a day. */
export const timelySince = (sentAt: Date): Date => new Date(sentAt.getTime() - dayMs)

/** Until when a reminder with that due time is timely. */
export const timelyUntil = (dueAt: Date): Date => new Date(dueAt.getTime() + dayMs)

/** A reminder counts if it was sent within a day of being due; after a later one nothing may be charged. */
export const isTimely = (sentAt: Date | null, dueAt: Date | null): boolean =>
  sentAt !== null && dueAt !== null && timelySince(sentAt) <= dueAt

/** Days after the end of the paid period on which a declined renewal is retried, within the grace period. */
const retryDays = [1, 3, 5, 8, 12, 17, 23]

/**
 * When a declined renewal is retried.
 * @param declined number of tries so far
 * @returns null if that would be after the grace period
 */
export function nextTry(
  periodEnd: Date,
  declined: number,
  { graceUntil, now, timeZone }: { readonly graceUntil: Date; readonly now: Date; readonly timeZone: string },
): Date | null {
  return (
    retryDays
      .slice(declined - 1)
      .map((days) => addDays(periodEnd, days, timeZone))
      .find((at) => at > now && at < graceUntil) ?? null
  )
}

export type Refusal =
  /** May succeed on another day: retried. */
  | 'soft'
  /** Only with the member present. */
  | 'authentication'
  /** Not with this card or account: the member is asked for another. */
  | 'method'
  /** Reported lost or stolen, or refused as fraud: the plan ends. */
  | 'hard'

const soft: readonly (string | null)[] = ['insufficient_funds', 'retry', 'processing_error']
const authentication: readonly (string | null)[] = ['authentication_required', 'warning']
const hard: readonly (string | null)[] = ['lost_or_stolen', 'blacklisted']

/**
 * The meaning of a declined merchant-initiated charge for the renewal (rules 7.4, 13.3). A code that says nothing
 * about the reason, or that we do not know, asks for another method: it ends nothing.
 */
export function refusalOf(state: string, code: string | null): Refusal {
  // The provider never received it, or waited for the member, who was not present.
  if (state === 'expired') return 'authentication'
  if (authentication.includes(code)) return 'authentication'
  if (hard.includes(code)) return 'hard'
  // A failure without a reason is the provider's.
  return soft.includes(code) || (state === 'failed' && code === null) ? 'soft' : 'method'
}
