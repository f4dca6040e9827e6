const dayMs = 86_400_000

export const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * dayMs)

/**
 * When the reminder of a renewal is due: one day before the brand's notice period begins, so that the job has room; at once where the term, counted
 * from when it was agreed to or agreed to again, is shorter than the notice period.
 */
export function reminderDue(agreedAt: Date, renewsAt: Date, noticeDays: number): Date {
  return new Date(Math.max(agreedAt.getTime(), addDays(renewsAt, -(noticeDays + 1)).getTime()))
}

/** A reminder counts when it went within a day of being due; a later one is none, and nothing may be charged on it. */
export const isTimely = (sentAt: Date | null, dueAt: Date | null): boolean =>
  sentAt !== null && dueAt !== null && sentAt <= addDays(dueAt, 1)

/** Days after the end of the paid term on which a declined renewal is tried again, as far as the grace goes. */
const retryDays = [1, 3, 5, 8, 12, 17, 23]

/**
 * When a renewal that was declined is tried again.
 * @param declined how many tries were
 * @returns null when the grace would be over
 */
export function nextTry(periodEnd: Date, declined: number, graceUntil: Date, now: Date): Date | null {
  return (
    retryDays
      .slice(declined - 1)
      .map((days) => addDays(periodEnd, days))
      .find((at) => at > now && at < graceUntil) ?? null
  )
}

export type Refusal =
  /** May pass another day. */
  | 'soft'
  /** Only with the member present. */
  | 'authentication'
  /** Never with this card. */
  | 'hard'

const soft: readonly (string | null)[] = ['insufficient_funds', 'retry', 'processing_error']
const authentication: readonly (string | null)[] = ['authentication_required', 'warning']

/** What a decline of a merchant-initiated charge means for the renewal (decision 7.4). */
export function refusalOf(state: string, code: string | null): Refusal {
  // The provider never took it, or its page waited for somebody who was not there.
  if (state === 'expired') return 'authentication'
  if (authentication.includes(code)) return 'authentication'
  return soft.includes(code) ? 'soft' : 'hard'
}
