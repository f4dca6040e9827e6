import type { StatementEntry } from '@incontro/contract'

/** The statement as a table for a spreadsheet (RFC 4180): moment (UTC), account, signed amount, cause, order. */
export function statementCsv(entries: readonly StatementEntry[]): string {
  const rows = entries.map(({ time, account, amount, cause, order }) => [time, account, amount, cause, order ?? ''])
  return [['time', 'account', 'amount', 'cause', 'order'], ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The download has begun by then; Safari needs the address until it has.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
