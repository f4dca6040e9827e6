import type { StatementEntry } from '@incontro/contract'
import { dateFormat } from '#app/i18n/date-forms.ts'

/** The movements of one day with the same account, cause and direction, shown as one line. */
export interface StatementLine {
  readonly id: string
  readonly account: StatementEntry['account']
  readonly cause: StatementEntry['cause']
  /** Messages, first messages or likes by `account`; positive or negative. */
  readonly amount: number
  /** The number of movements. */
  readonly count: number
}
export interface StatementDay {
  /** The first listed time of that day, which names it. */
  readonly time: string
  readonly lines: readonly StatementLine[]
}

/** Never grouped, because members look for each of these. */
const alone = new Set<StatementEntry['cause']>(['purchase', 'withdrawal', 'dispute', 'other'])

/** Groups entries by day in a time zone (`useTimeZone`), in the order of the entries. */
export function daysOf(entries: readonly StatementEntry[], timeZone: string): readonly StatementDay[] {
  const days = new Map<string, { time: string; lines: Map<string, StatementLine> }>()
  for (const { id, time, account, cause, amount } of entries) {
    const key = dateFormat('it', { dateStyle: 'short', timeZone }).format(new Date(time))
    const day = days.get(key) ?? { time, lines: new Map<string, StatementLine>() }
    days.set(key, day)
    const line = alone.has(cause) ? id : `${account} ${cause} ${Math.sign(amount)}`
    const before = day.lines.get(line)
    day.lines.set(line, {
      id: before?.id ?? id,
      account,
      cause,
      amount: (before?.amount ?? 0) + amount,
      count: (before?.count ?? 0) + 1,
    })
  }
  return [...days.values()].map(({ time, lines }) => ({ time, lines: [...lines.values()] }))
}
