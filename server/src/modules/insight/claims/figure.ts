/** The result of one measurement; `value` is null where there was nothing to measure. */
export interface Measured {
  /** A factor, or a share from 0 to 1. */
  readonly value: number | null
  /** Lower end of the 95 % interval of a comparison; null for a share. */
  readonly low: number | null
  readonly sample: number
  /** Size of the comparison group; null for a share. */
  readonly compared: number | null
}

/** Members of one gender (and of one other group) with and without something: count, mean and variance of what they received. */
export interface Cell {
  readonly withIt: Group
  readonly without: Group
}
export interface Group {
  readonly n: number
  readonly mean: number
  readonly variance: number
}

/** Below this, the mean of a cell is unreliable. */
const leastInCell = 30

/**
 * The factor by which members with something get more. Computed within each gender and weighted by their totals:
 * otherwise a gender that gets more, and has it more often, would look like an effect.
 */
export function compare(cells: readonly Cell[]): Measured {
  const used = cells.filter(({ withIt, without }) => withIt.n >= leastInCell && without.n >= leastInCell)
  const sum = (of: (cell: Cell) => number): number => used.reduce((total, cell) => total + of(cell), 0)
  const [sample, compared] = [sum(({ withIt }) => withIt.n), sum(({ without }) => without.n)]
  const weight = ({ withIt, without }: Cell): number => (withIt.n + without.n) / (sample + compared)
  const meanOf = (group: (cell: Cell) => Group): number => sum((cell) => weight(cell) * group(cell).mean)
  const varianceOf = (group: (cell: Cell) => Group): number =>
    sum((cell) => (weight(cell) ** 2 * group(cell).variance) / group(cell).n)
  const [high, base] = [meanOf(({ withIt }) => withIt), meanOf(({ without }) => without)]
  if (high === 0 || base === 0) return { value: null, low: null, sample, compared }
  // Variance of the logarithm of a ratio, by the delta method.
  const error = Math.sqrt(
    varianceOf(({ withIt }) => withIt) / high ** 2 + varianceOf(({ without }) => without) / base ** 2,
  )
  return { value: high / base, low: Math.exp(Math.log(high / base) - 1.96 * error), sample, compared }
}

export const share = (hits: number, of: number): Measured => ({
  value: of === 0 ? null : hits / of,
  low: null,
  sample: of,
  compared: null,
})
