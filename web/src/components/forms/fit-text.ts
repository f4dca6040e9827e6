/** Where a text may be cut at the latest, without dividing what is one character to its reader. */
const cutAt = (text: string, most: number): number => {
  if (typeof Intl.Segmenter === 'function')
    return new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text).containing(most)?.index ?? most
  // Firefox before 125: at least no half character.
  const isHalf = /[\udc00-\udfff]/.test(text[most] ?? '')
  return isHalf ? most - 1 : most
}

/** A character too many was typed, perhaps one of several units. */
const typedUnits = 8

export interface Fitted {
  readonly kept: string
  /** What was too much and would be lost; empty if nothing. */
  readonly rest: string
}

/**
 * Fits a changed text into a field. At its end, letters that are typed are not taken, as in every field with a length; of
 * a text that was pasted or dictated, which cannot be typed again, the rest is returned.
 *
 * @param most units of UTF-16, as the server counts
 */
export const fitText = (before: string, next: string, most: number): Fitted => {
  if (next.length <= most) return { kept: next, rest: '' }
  if (next.length - most <= typedUnits && next.length - before.length <= typedUnits) return { kept: before, rest: '' }
  const at = cutAt(next, most)
  return { kept: next.slice(0, at), rest: next.slice(at) }
}
