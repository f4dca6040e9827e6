/** A part of a message: words, or an address that can be opened. */
export type LinkPart = string | { readonly href: string; readonly words: string }

const address = /https?:\/\/[^\s<>"«»“”]+/gi
/** What ends a sentence, not the address in it. */
const trailing = /[.,;:!?…'’)\]}]$/

/** The part of what was found that is the address: without the sentence's marks, but with its own brackets closed. */
const trimmed = (found: string): string => {
  let words = found
  while (trailing.test(words)) {
    const opened = words.split('(').length
    if (words.endsWith(')') && opened >= words.split(')').length) break
    words = words.slice(0, -1)
  }
  return words
}

/** @returns undefined for what only looks like an address, and where a name before `@` hides which site it is of */
const hrefOf = (words: string): string | undefined => {
  if (!URL.canParse(words)) return undefined
  const { href, username, password, hostname } = new URL(words)
  return username === '' && password === '' && hostname.includes('.') ? href : undefined
}

/** Separates the addresses of a message from its words. */
export function linkParts(text: string): readonly LinkPart[] {
  const parts: LinkPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const words = trimmed(found)
    const href = hrefOf(words)
    if (href === undefined) continue
    if (index > end) parts.push(text.slice(end, index))
    parts.push({ href, words })
    end = index + words.length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}
