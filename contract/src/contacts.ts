import { addressesIn } from './contacts/addresses.ts'
import { fold } from './contacts/fold.ts'
import { handlesIn } from './contacts/handles.ts'
import { digitNumbers, spokenNumbers, type Span } from './contacts/numbers.ts'

/*
 * The one rule by which links, addresses, telephone numbers and names of accounts elsewhere are found in what members
 * write (rule 6.4): until both have written, other members see dots in their place, because people who only want to
 * lure others elsewhere rarely wait for a reply. The browser shows by the same rule, before sending, what will be covered.
 * `contacts/testing/ordinary.json` and `evasions.json` measure how often it errs.
 */

export { asRead } from './contacts/fold.ts'

function spansIn(text: string): readonly Span[] {
  const spans = [...addressesIn(text), ...handlesIn(text), ...digitNumbers(text), ...spokenNumbers(text)]
  if (spans.length < 2) return spans
  const merged: [number, number][] = []
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

interface Contact {
  /** As it was written. */
  readonly text: string
  readonly from: number
  readonly to: number
}

/** The contact details in a text, in their order. */
export function contactsIn(original: string): readonly Contact[] {
  const { text, positions } = fold(original)
  return spansIn(text).map(([start, end]) => {
    const from = positions.length === 0 ? start : (positions[start] ?? original.length)
    const to = positions.length === 0 ? end : (positions[end] ?? original.length)
    return { text: original.slice(from, to), from, to }
  })
}

export const hasContact = (text: string): boolean => spansIn(fold(text).text).length > 0

const mask = '••••••'

/** Replaces every contact with a fixed number of dots. */
export function maskContacts(original: string): string {
  let [masked, end] = ['', 0]
  for (const { from, to } of contactsIn(original)) {
    masked += original.slice(end, from) + mask
    end = to
  }
  return masked + original.slice(end)
}
