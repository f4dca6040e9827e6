import { type DistanceBand, distanceBands } from '@incontro/contract'

/** A fixed cell of a tenth of a degree each way: all places in it have the same distances (decision 5.3). */
export interface Cell {
  readonly row: number
  readonly column: number
}

/** A tenth of a degree of latitude. */
const kmOfRow = 11.12

/** Kilometres between the middles of two cells, the same both ways; as `km_between_cells` of the database computes them. */
export function kmBetween(a: Cell, b: Cell): number {
  const middle = ((a.row + b.row + 1) * 0.05 * Math.PI) / 180
  return kmOfRow * Math.sqrt((a.row - b.row) ** 2 + ((a.column - b.column) * Math.cos(middle)) ** 2)
}

/** The narrowest band that reaches from one cell to the other; null beyond the widest. */
export const bandBetween = (a: Cell, b: Cell): DistanceBand | null =>
  distanceBands.find((band) => kmBetween(a, b) <= band) ?? null
