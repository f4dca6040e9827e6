import type { RatePlan } from '@incontro/contract/domain'
import { Plural } from '@lingui/react/macro'

export type Period = NonNullable<RatePlan['period']>

/** "ogni 3 mesi". */
export const Every = ({ period }: { period: Period }) =>
  period.unit === 'month' ? (
    <Plural value={period.count} one="ogni mese" other="ogni # mesi" />
  ) : (
    <Plural value={period.count} one="ogni giorno" other="ogni # giorni" />
  )

/**
 * The end of a term that starts at `from`: the same day of the month, or the month's last day if it has no such day.
 */
export const termEnd = (from: Date, { unit, count }: Period): Date => {
  const end = new Date(from)
  if (unit === 'day') {
    end.setDate(end.getDate() + count)
    return end
  }
  const day = end.getDate()
  end.setDate(1)
  end.setMonth(end.getMonth() + count)
  end.setDate(Math.min(day, new Date(end.getFullYear(), end.getMonth() + 1, 0).getDate()))
  return end
}
