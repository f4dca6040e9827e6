import type { StatementEntry } from '@incontro/contract'

/** The statement as CSV (RFC 4180): time (UTC), account, signed amount, cause, order. */
export function statementCsv(entries: readonly StatementEntry[]): string {
  const rows = entries.map(({ time, account, amount, cause, order }) => [time, account, amount, cause, order ?? ''])
  return [['time', 'account', 'amount', 'cause', 'order'], ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/** Downloads a text as a file. */
export function saveFile(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The download has started by then; Safari needs the URL until then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
