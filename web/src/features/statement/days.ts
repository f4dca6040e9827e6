import type { StatementEntry } from '@incontro/contract'

/** Movements of one day, account, cause and direction, which are one line. */
export interface StatementLine {
  readonly id: string
  readonly account: StatementEntry['account']
  readonly cause: StatementEntry['cause']
  /** Credits, signed. */
  readonly amount: number
  /** How many movements it stands for. */
  readonly count: number
}
export interface StatementDay {
  /** The first moment had of that day, by which it is named. */
  readonly time: string
  readonly lines: readonly StatementLine[]
}

/** Purchases and refunds stand alone: a member looks for each of them. */
const alone = new Set<StatementEntry['cause']>(['purchase', 'withdrawal', 'dispute', 'level_change', 'other'])

/** Days in the reader's own time, in the order of the entries. */
export function daysOf(entries: readonly StatementEntry[]): readonly StatementDay[] {
  const days = new Map<string, { time: string; lines: Map<string, StatementLine> }>()
  for (const { id, time, account, cause, amount } of entries) {
    const key = new Date(time).toDateString()
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
