/** Beyond it, a line is no heading of a quotation. */
const longestHeading = 300

/** “On 3 May 2026, Battito wrote:” in the languages of mail programs, possibly over several lines. */
const attribution =
  /^\s*(?:>\s*)*(?:on|il|el|le|em|op|am|den|\d{1,4}[-./])\b.{3,280}?(?:wrote|ha scritto|escribi[óo]|a écrit|escreveu|schreef|schrieb|skrev)\s*:\s*$/iu
const separator =
  /^\s*-{2,}\s*(?:original message|messaggio originale|mensaje original|message d['’]origine|message original|ursprüngliche nachricht|forwarded message|messaggio inoltrato|mensaje reenviado|message transféré)\s*-{2,}\s*$/iu
const from = /^\s*\*?(?:from|da|de|von)\s*:\*?\s*\S/iu
const sent = /^\s*\*?(?:sent|date|inviato|data|enviado|fecha|envoyé|gesendet)\s*:\*?\s*\S/iu

const isQuoted = (line: string): boolean => /^\s*>/.test(line)
const isBlank = (line: string): boolean => line.trim() === ''

/**
 * A reply without what it repeats. Where something was written below or between the quoted lines, or nothing above them,
 * all of it is the reply: better too much than half a sentence.
 */
export function withoutQuotation(text: string): { readonly body: string; readonly quoted: string | null } {
  const lines = text.split('\n')
  const at = beginOf(lines)
  const [above, below] = [lines.slice(0, at), lines.slice(at)]
  if (at === lines.length || above.every(isBlank) || hasWordsBetween(below)) return { body: text.trim(), quoted: null }
  return { body: above.join('\n').trim(), quoted: below.join('\n').trim() }
}

/** The line at which the quotation begins; the number of lines if there is none. */
function beginOf(lines: readonly string[]): number {
  const heading = lines.findIndex((line, at) => isHeading(lines, line, at))
  if (heading >= 0) return heading
  // Without a heading, only what is quoted up to the end.
  let at = lines.length
  while (at > 0 && (isQuoted(lines[at - 1] ?? '') || isBlank(lines[at - 1] ?? ''))) at -= 1
  return lines.slice(at).some(isQuoted) ? at : lines.length
}

function isHeading(lines: readonly string[], line: string, at: number): boolean {
  if (isBlank(line) || line.length > longestHeading) return false
  if (separator.test(line)) return true
  if (from.test(line) && lines.slice(at + 1, at + 5).some((next) => sent.test(next))) return true
  return [1, 2, 3].some((count) => {
    const joined = lines.slice(at, at + count).join(' ')
    return joined.length <= longestHeading && attribution.test(joined)
  })
}

/** Whether there is more text below the first quoted line; a signature is nothing written. */
function hasWordsBetween(below: readonly string[]): boolean {
  const first = below.slice(1).findIndex(isQuoted)
  if (first < 0) return false
  const rest = below.slice(first + 1)
  const signature = rest.findIndex((line) => /^-- ?$/.test(line))
  return rest.slice(0, signature < 0 ? undefined : signature).some((line) => !isQuoted(line) && !isBlank(line))
}
