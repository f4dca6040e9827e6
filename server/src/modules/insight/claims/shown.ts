import type { Measured } from './figure.ts'
import type { Claim } from './registry.ts'

/** A figure measured longer ago is outdated. */
const freshForMs = 3 * 86_400_000

/**
 * The figure as a text may state it, rounded down, or null: the sample is too small, there is no effect, it may be
 * chance, or the measurement is outdated.
 */
export function figureOf(
  { unit, minimum, least }: Claim,
  { value, low, sample, compared }: Measured,
  age: number,
): number | null {
  if (value === null || age > freshForMs || sample < minimum || (compared !== null && compared < minimum)) return null
  if (value < least || (unit === 'times' && (low === null || low <= 1))) return null
  const steps = unit === 'times' ? 10 : 100
  // Compensates for binary fractions: 0.29 * 100 would be rounded down to 28.
  const rounded = Math.floor(value * steps + 5e-7)
  return unit === 'times' ? rounded / 10 : rounded
}
