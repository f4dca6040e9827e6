import type { Measured } from './figure.ts'
import type { Claim } from './registry.ts'

/** A figure that was measured longer ago is of another time. */
const freshForMs = 3 * 86_400_000

/**
 * The figure as a text may name it, rounded to its disadvantage, or null: too few were counted, there is no effect, an effect may be
 * chance, or nobody has measured lately.
 */
export function figureOf(
  { unit, minimum, least }: Claim,
  { value, low, sample, compared }: Measured,
  age: number,
): number | null {
  if (value === null || age > freshForMs || sample < minimum || (compared !== null && compared < minimum)) return null
  if (value < least || (unit === 'times' && (low === null || low <= 1))) return null
  const steps = unit === 'times' ? 10 : 100
  // Half a millionth of a step makes up for what a binary fraction loses: 0.29 * 100 is 29.
  const rounded = Math.floor(value * steps + 5e-7)
  return unit === 'times' ? rounded / 10 : rounded
}
