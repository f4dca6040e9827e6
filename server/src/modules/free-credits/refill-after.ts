import { timeZoneOf } from '@incontro/contract'
import { addDays } from '../calendar/index.ts'
import type { Refill } from '../flows/index.ts'

/** When the next free credits come, by the calendar of the member's country. */
export const refillAfter = (at: Date, { days }: Refill, country: string): Date => addDays(at, days, timeZoneOf(country))
