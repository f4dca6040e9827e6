export interface Period {
  readonly unit: 'day' | 'month'
  readonly count: number
}

/** The end of a period that begins at `start`, in UTC. A month that lacks the day ends on its last one: 31 January + 1 month is 28 or 29 February. */
export function endOfPeriod(start: Date, { unit, count }: Period): Date {
  const end = new Date(start)
  if (unit === 'day') {
    end.setUTCDate(end.getUTCDate() + count)
    return end
  }
  const day = end.getUTCDate()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + count)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, lastDay))
  return end
}

/** The end of the period after the one that ends at `end`, counted from the first start: 31 January, 28 February, 31 March. */
export function nextEnd(anchor: Date, end: Date, period: Period): Date {
  for (let n = 1; n < 2000; n += 1) {
    const next = endOfPeriod(anchor, { unit: period.unit, count: period.count * n })
    if (next > end) return next
  }
  throw new Error('a period that never comes')
}
