import { appealMonths } from '@incontro/contract'

/** Until when a decision can be appealed against: six months later to the day, or the last one of a shorter month. */
export function appealEnds(decidedAt: Date): Date {
  const end = new Date(decidedAt)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + appealMonths)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(decidedAt.getUTCDate(), lastDay))
  return end
}
