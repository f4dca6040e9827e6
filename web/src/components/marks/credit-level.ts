/** Filled cells of the five-cell credit battery by the spec's marks: full above 40, half from 20 to 40, empty below 20. */
export const batteryCells = (credits: number): 0 | 3 | 5 => (credits > 40 ? 5 : credits >= 20 ? 3 : 0)

/** Low is said in words too. */
export const creditsAreLow = (credits: number): boolean => batteryCells(credits) === 0
