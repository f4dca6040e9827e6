/** How many months or messages the total of a plan is shared by: the price of one is compared by members. */
export const planUnits = (
  {
    level,
    credits,
    period,
  }: {
    readonly level: number
    readonly credits: number
    readonly period: { readonly unit: string; readonly count: number } | null
  },
  messageCost: number,
): number => (level === 0 ? 1 : level === 1 ? credits / messageCost : period?.unit === 'month' ? period.count : 1)
