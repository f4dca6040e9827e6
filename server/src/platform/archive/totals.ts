import type { ArchivedTable } from './tables.ts'

/** Sums of amounts, by what they are grouped by. */
export type Totals = Readonly<Record<string, number>>

export function addTo(
  totals: Record<string, number>,
  rule: ArchivedTable['totals'],
  row: Readonly<Record<string, unknown>>,
): void {
  if (!rule) return
  const key = rule.by.map((column) => String(row[column])).join(' ')
  totals[key] = (totals[key] ?? 0) + Number(row[rule.amount])
}
