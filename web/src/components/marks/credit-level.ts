/**
 * Filled cells of the five-cell credit battery. The spec's marks are 40 (full above) and 20 (empty below);
 * between them the cells grow evenly, and one credit still shows one cell.
 */
export const batteryCells = (credits: number): number => {
  if (credits <= 0) return 0
  if (credits > 40) return 5
  return Math.min(4, 1 + Math.floor(credits / 10))
}

/** Low is said in words too. */
export const creditsAreLow = (credits: number): boolean => batteryCells(credits) <= 1
