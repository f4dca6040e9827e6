import type { StaffRole } from '@incontro/contract'
import type { FigureName, FigureStep } from '@incontro/contract/admin'
import { isAllowed } from '@incontro/contract/admin/permissions'

const orders: readonly FigureName[] = ['payments', 'first_payments', 'renewals']
/** Counts of the visits' own rows, and what is true on a day. */
const hasNoRows: readonly FigureName[] = ['present', 'visits']

/** Where the rows of a figure stand: the list of them by day; a step that is longer leads to its first day's. */
export function rowsPathOf(figure: {
  readonly brand: string
  readonly metric: FigureName
  readonly at: string
  readonly step: FigureStep
}): string | undefined {
  const { brand, metric, at, step } = figure
  if (step !== 'day' || hasNoRows.includes(metric)) return undefined
  return `/${brand}/figures?view=rows&metric=${metric}&day=${at}`
}

/** Where the rows of a figure of sign-ups stand, of several days and one flow. */
export const flowRowsPathOf = (figure: {
  readonly brand: string
  readonly metric: FigureName
  readonly from: string
  readonly to: string
  readonly flow: string
}): string => {
  const { brand, metric, from, to, flow } = figure
  return `/${brand}/figures?${new URLSearchParams({ view: 'rows', metric, day: from, to, flow }).toString()}`
}

/** The page of one row, if it has one that a person with these roles may open. */
export function pathOfRow(
  brand: string,
  metric: FigureName,
  id: string,
  roles: readonly StaffRole[],
): string | undefined {
  if (orders.includes(metric) || metric === 'disputes')
    return isAllowed('readMoney', roles) ? `/${brand}/orders/${id}` : undefined
  if (metric === 'sign_ups' || metric === 'confirmations' || metric.startsWith('funnel_'))
    return isAllowed('readMembers', roles) ? `/${brand}/members/${id}` : undefined
  return undefined
}
