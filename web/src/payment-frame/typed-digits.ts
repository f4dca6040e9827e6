/** Arabic and Persian digits; full-width ones are covered by NFKC. */
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9]/g

/** The text with the digits of other scripts and widths, which an input method may type, as 0 to 9. */
export const withPlainDigits = (text: string): string =>
  text.normalize('NFKC').replace(otherDigits, (digit) => String(digit.charCodeAt(0) & 0xf))

export const digitsOf = (text: string): string => withPlainDigits(text).replace(/\D/g, '')

/** Whether a text is `before` with one piece deleted. */
export function isDeletion(text: string, before: string): boolean {
  if (text.length >= before.length) return false
  let same = 0
  while (same < text.length && text[same] === before[same]) same += 1
  return before.endsWith(text.slice(same))
}

/** Whether a text is `before` with one piece inserted. */
export const isInsertion = (text: string, before: string): boolean => before !== '' && isDeletion(before, text)

/**
 * The caret's position in a formatted text, with as many digits behind it as in the typed one.
 * @param isForward whether it passes a separator, as when the key Delete has removed one that came back
 */
export function caretIn(formatted: string, digitsBehind: number, isForward = false): number {
  const fits = Array.from({ length: formatted.length + 1 }, (_, at) => at).filter(
    (at) => digitsOf(formatted.slice(at)).length === digitsBehind,
  )
  return (isForward ? fits.at(-1) : fits[0]) ?? formatted.length
}
