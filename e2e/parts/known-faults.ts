/**
 * Known page faults that are not fixed yet: `PAGE FAULT`, as pages.test.ts reports them, with `*` for a part that is on
 * many pages. The test fails until the line of a fixed fault is removed. Never add a line for something that worked
 * before.
 */
export const knownFaults: readonly string[] = []

/** A fault as a line of the list, without the element at which a colour was seen. */
const lineOf = (fault: string): string => fault.replace(/ \(<.*$/s, '')
const covers = (known: string, fault: string): boolean =>
  known.startsWith('* ') ? lineOf(fault).endsWith(known.slice(1)) : lineOf(fault) === known

export const newFaults = (found: readonly string[]): string[] =>
  [...new Set(found)].filter((fault) => !knownFaults.some((known) => covers(known, fault)))

/** Listed faults that were not found any more. */
export const mendedFaults = (found: readonly string[]): string[] =>
  knownFaults.filter((known) => !found.some((fault) => covers(known, fault)))
