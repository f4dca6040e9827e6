import { timeZoneOf } from '@incontro/contract'
import { addDays } from '#modules/calendar/index.ts'
import type { Refill } from '#modules/flows/index.ts'

/** When the next free credits come, by the calendar of the member's country. */
export const refillAfter = (at: Date, { days }: Refill, country: string): Date => addDays(at, days, timeZoneOf(country))
