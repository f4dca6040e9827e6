import { endOfPeriod } from '#modules/calendar/index.ts'

const day = 86_400_000

/** Days before the end at which a member is reminded, twice. */
const reminderDays = [30, 7] as const

/** What is known of a member who was not here for long. */
export interface Absence {
  /** The last sign of life. */
  readonly seenAt: Date
  /** Months without a visit after which the brand ends an account. */
  readonly months: number
  /** When reminders were sent since, oldest first. */
  readonly remindedAt: readonly Date[]
  /** An unconfirmed address may belong to a stranger and gets no mail. */
  readonly hasAddress: boolean
}

export type Step =
  | { readonly kind: 'wait'; readonly until: Date }
  /** `endsOn` is the day from which on the account ends. */
  | { readonly kind: 'remind'; readonly endsOn: Date; readonly until: Date }
  | { readonly kind: 'end' }

const after = (at: Date, days: number): Date => new Date(at.getTime() + days * day)

/** When the account would end by its last visit alone. */
const endOf = (seenAt: Date, months: number): Date =>
  endOfPeriod(seenAt, seenAt, { unit: 'month', count: months }, 'UTC')

/** When to look at a member first who was here at that time. */
export const firstLook = (seenAt: Date, months: number): Date => after(endOf(seenAt, months), -reminderDays[0])

/**
 * The end follows the reminders, not the calendar: a member who is found late, because the job stood still or the brand
 * shortened the time, is reminded as early before the end as everybody.
 */
export function nextStep({ seenAt, months, remindedAt, hasAddress }: Absence, now: Date): Step {
  const [first, second] = reminderDays
  const orWait = (due: Date, step: Step): Step => (now >= due ? step : { kind: 'wait', until: due })
  if (!hasAddress) return orWait(endOf(seenAt, months), { kind: 'end' })
  const [one, two] = remindedAt
  const remind = (days: number, next: number): Step => ({
    kind: 'remind',
    endsOn: after(now, days),
    until: after(now, next),
  })
  if (one === undefined) return orWait(firstLook(seenAt, months), remind(first, first - second))
  if (two === undefined) return orWait(after(one, first - second), remind(second, second))
  return orWait(after(two, second), { kind: 'end' })
}
