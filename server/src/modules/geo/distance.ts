import { type DistanceBand, distanceBands } from '@incontro/contract'

/**
 * A fixed cell of a tenth of a degree: distances are measured between cells, so that they do not reveal a place within
 * one (rule 5.3).
 */
export interface Cell {
  readonly row: number
  readonly column: number
}

/** A tenth of a degree of latitude. */
const kmOfRow = 11.12

/** Kilometres between the centres of two cells, symmetric; the database's `km_between_cells` computes the same. */
export function kmBetween(a: Cell, b: Cell): number {
  const middle = ((a.row + b.row + 1) * 0.05 * Math.PI) / 180
  return kmOfRow * Math.sqrt((a.row - b.row) ** 2 + ((a.column - b.column) * Math.cos(middle)) ** 2)
}

/** The narrowest distance band that includes the other cell; null beyond the widest. */
export const bandBetween = (a: Cell, b: Cell): DistanceBand | null =>
  distanceBands.find((band) => kmBetween(a, b) <= band) ?? null
