import { useLingui } from '@lingui/react/macro'
import { useShortcut } from '#console/base/shortcuts.tsx'

/** The rows of the page's tables, and what is marked as a row, in which something can be pressed. */
const rowsOfPage = (): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main tbody tr, main [data-row]')].filter((row) => pressableIn(row)[0])

const pressableIn = (row: Element): readonly HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('a, button:not(:disabled), summary'),
]

/** Most buttons that a row has. */
const numbers = [1, 2, 3, 4, 5] as const

/** `j` and `k` go through the rows of the page, and numbers press the buttons of the row in which the focus is. */
export function useRowKeys(hasRows: boolean): void {
  const { t } = useLingui()
  const move = (by: 1 | -1) => {
    const rows = rowsOfPage()
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const row = rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
    if (row) pressableIn(row)[0]?.focus()
  }
  const press = (number: number) => {
    const row = rowsOfPage().find((one) => one.contains(document.activeElement))
    const buttons = row && pressableIn(row).filter((one) => one.matches('button'))
    buttons?.[number - 1]?.click()
  }
  useShortcut('j', t`Next row`, () => move(1), hasRows, 'move')
  useShortcut('k', t`Previous row`, () => move(-1), hasRows, 'move')
  for (const number of numbers)
    // oxlint-disable-next-line react/rules-of-hooks -- always the same numbers
    useShortcut(String(number), t`Button ${number} of the row in focus`, () => press(number), hasRows, 'move')
}

/** The keys of rows that are no table: each has `data-row`. */
export const RowKeys = () => {
  useRowKeys(true)
  return null
}
