/** Pixels that the finger moves before it is clear where it goes. */
const slack = 8
/** The indicator follows the finger at half its speed. */
const share = 0.5
/** Pixels of the indicator's way from which releasing refreshes, and where it stops. */
const threshold = 56
const most = 88

/**
 * How far the indicator goes, in pixels, for a finger that moved so far from where it began.
 *
 * @returns `undecided` as long as it is not clear where the finger goes, `elsewhere` for a sideways or upward move
 */
export const pullWay = (
  isPulling: boolean,
  { right, down }: { readonly right: number; readonly down: number },
): number | 'undecided' | 'elsewhere' => {
  const across = Math.abs(right)
  if (!isPulling && across < slack && Math.abs(down) < slack) return 'undecided'
  if (!isPulling && down <= across) return 'elsewhere'
  return Math.max(0, Math.min(most, (down - slack) * share))
}

/** Whether releasing refreshes. */
export const isFarEnough = (way: number): boolean => way >= threshold
