const longest = 90

/** The beginning of a message as one line, whole words and whole characters, for lists. */
export function firstWords(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim()
  const parts = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line.slice(0, 4 * longest))]
  if (parts.length <= longest && line.length <= 4 * longest) return line.slice(0, 120)
  const cut = parts
    .slice(0, longest - 1)
    .map(({ segment }) => segment)
    .join('')
    .slice(0, 118)
  // Not inside a pair of code units.
  return `${cut.replace(/\s\S{1,20}$/u, '').replace(/[\uD800-\uDBFF]$/, '')}…`
}
