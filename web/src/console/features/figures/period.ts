import type { FigurePeriod, FigureStep } from '@incontro/contract/admin'

export interface Period {
  readonly from: string
  readonly to: string
  readonly step: FigureStep
}

const dayMs = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The last days until today, or as many before them: to compare with. */
export function periodOf(days: FigurePeriod, today: Date, isBefore = false): Period {
  const length = Number(days)
  const end = Date.parse(dayOf(today.getTime())) - (isBefore ? length * dayMs : 0)
  return {
    from: dayOf(end - (length - 1) * dayMs),
    to: dayOf(end),
    step: length <= 91 ? 'day' : length <= 365 ? 'week' : 'month',
  }
}
