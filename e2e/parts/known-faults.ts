/**
 * Faults of the pages that are known and not mended yet: `PAGE FAULT`, as pages.test.ts reports them, with `*` for a part that stands
 * on many pages. Who mends one takes its line away, and the test insists on it. No line is added for what was right before.
 */
export const knownFaults: readonly string[] = []

/** A fault as a line of the list has it: without where on the page a colour was seen. */
const lineOf = (fault: string): string => fault.replace(/ \(<.*$/s, '')
const covers = (known: string, fault: string): boolean =>
  known.startsWith('* ') ? lineOf(fault).endsWith(known.slice(1)) : lineOf(fault) === known

export const newFaults = (found: readonly string[]): string[] =>
  [...new Set(found)].filter((fault) => !knownFaults.some((known) => covers(known, fault)))

/** Listed, and not found any more. */
export const mendedFaults = (found: readonly string[]): string[] =>
  knownFaults.filter((known) => !found.some((fault) => covers(known, fault)))
