/**
 * Number of filled cells of the credit battery by the specification's thresholds: 5 above 40 credits, 3 from 20 to 40, none
 * below 20.
 */
export const batteryCells = (credits: number): 0 | 3 | 5 => (credits > 40 ? 5 : credits >= 20 ? 3 : 0)

/** Whether the page also warns in words. */
export const creditsAreLow = (credits: number): boolean => batteryCells(credits) === 0
