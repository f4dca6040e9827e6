/**
 * Loads another document in place of this one.
 * @param how with `replace` the page does not stay in the history
 * @returns never: what waits for it goes with the page
 */
export const leaveFor = (to: string, how: 'assign' | 'replace' = 'assign'): Promise<never> => {
  location[how](to)
  return new Promise<never>(() => undefined)
}
